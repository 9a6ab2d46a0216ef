import { open, stat } from 'node:fs/promises'
import { isArchive } from '../../transfer/archive/format.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { meterOf } from '../progress-meter.js'
import { renderArchiveReport } from '../render/archive-report.js'
import type { Terminal } from '../terminal.js'
import { withInterrupt } from '../with-interrupt.js'
import { printableLine } from '../wording/printable.js'
import { show } from './run-operation.js'

/** Whether a path, or the pipe for `-`, begins as an archive does. What cannot be read is none; others say why. */
export async function isArchiveAt(path: string, terminal: Terminal): Promise<boolean> {
  if (path === '-') return terminal.isPiped && isArchive(await beginningOfPipe(terminal.input))
  try {
    // What is no file can be read but once.
    if (!(await stat(path)).isFile()) return false
    const handle = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
      return isArchive(buffer.toString('utf8', 0, bytesRead))
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

const HEAD_BYTES = 64

/** Looks at the first piece and puts it back. */
async function beginningOfPipe(input: NodeJS.ReadStream): Promise<string> {
  const head = await new Promise<Uint8Array | string | null>((resolve, reject) => {
    const look = () => {
      const piece = input.read() as Uint8Array | string | null
      if (piece === null && !input.readableEnded) return
      settle()
      if (piece !== null) input.unshift(piece)
      resolve(piece)
    }
    const ended = () => {
      settle()
      resolve(null)
    }
    const failed = (error: Error) => {
      settle()
      reject(error)
    }
    const settle = () => {
      input.off('readable', look)
      input.off('end', ended)
      input.off('error', failed)
    }
    input.on('readable', look)
    input.on('end', ended)
    input.on('error', failed)
  })
  return head === null ? '' : Buffer.from(head as Uint8Array).toString('utf8', 0, HEAD_BYTES)
}

/** Takes an archive in, as the owner of the store. Ctrl-C stops it between two chunks. */
export async function runImportArchive(call: CommandCall, path: string): Promise<ExitCode> {
  const { terminal, input, view } = call
  const strange = Object.keys(input).find((name) => name !== 'content')
  if (strange !== undefined) {
    throw new UsageError(
      'an archive is taken in as it is',
      `leave the other flags away: recollect import ${printableLine(path)}`,
    )
  }
  const { administrator } = await call.open()
  const meter = meterOf(call, 'archive')
  const source = path === '-' ? { content: terminal.input } : { file: path }
  const report = await withInterrupt((signal) =>
    administrator().importArchive(source, { signal, progress: (reading) => meter.show(reading) }),
  ).finally(() => meter.clear())
  if (report === undefined) {
    terminal.note('Stopped. What was read so far is kept; the same command again goes on from there.')
    return 1
  }
  show(call, report, () => renderArchiveReport(report, view))
  return 0
}
