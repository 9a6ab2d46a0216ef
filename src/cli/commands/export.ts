import { once } from 'node:events'
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Memory } from '../../engine.js'
import { MemoryError } from '../../errors.js'
import type { CommandCall, ExitCode } from '../command.js'
import { fileTrouble } from '../file-trouble.js'
import { meterOf } from '../progress-meter.js'
import { tell } from '../tell.js'
import { withInterrupt } from '../with-interrupt.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenBytes } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

type Exported = Awaited<ReturnType<Memory['export']>>

/** Streams an archive to a file of the owner's alone, or to standard output. */
export async function runExport(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input } = call
  const file = input['file'] === undefined || input['file'] === '-' ? undefined : String(input['file'])
  if (file !== undefined) refuseOccupied(file, input['overwrite'] === true)
  const store = await call.open()
  const memory = input['all'] === true ? store.administrator() : store.memory
  const meter = meterOf(call, 'export')
  const rows = await withInterrupt(async (signal) => {
    const archive = await memory.export(
      { all: input['all'] === true },
      { signal, progress: (reading) => meter.show(reading) },
    )
    return file === undefined ? print(archive, terminal.results) : save(archive, file)
  }).finally(() => meter.clear())
  if (rows === undefined) {
    terminal.note('Stopped; nothing was written that could be taken for an archive.')
    return 1
  }
  if (file === undefined) return 0
  const bytes = statSync(file).size
  show(
    call,
    { file, rows, bytes },
    () => `Wrote ${counted(rows, 'row')} to ${printableLine(file)} (${spokenBytes(bytes)}).`,
  )
  if (!flags.quiet && !flags.json) tell(terminal, READABLE)
  return 0
}

const READABLE =
  'It holds all texts in readable form, and what makes a copy of the store: keep it as safe as the memory.'

function refuseOccupied(file: string, overwrite: boolean): void {
  if (!existsSync(file)) return
  const shown = printableLine(file)
  if (!statSync(file).isFile())
    throw new MemoryError('conflict', `${shown} is not a file`, 'give another name')
  if (!overwrite)
    throw new MemoryError('conflict', `${shown} is there already`, 'give another name, or --overwrite')
}

/** Under a name of its own until it is whole and on disk. Answers the rows between the first line and the last. */
async function save({ lines }: Exported, file: string): Promise<number> {
  const part = `${file}.part-${process.pid}`
  const handle = await open(part, 'wx', 0o600).catch((error: unknown) => {
    throw cannotWrite(file, error)
  })
  try {
    const count = await forward(lines, (text) => handle.appendFile(text))
    await handle.sync()
    await handle.close()
    renameSync(part, file)
    return count
  } catch (error) {
    throw fileTrouble(error) === undefined ? error : cannotWrite(file, error)
  } finally {
    await handle.close()
    rmSync(part, { force: true })
  }
}

function cannotWrite(file: string, error: unknown): MemoryError {
  const why = isMissing(error) ? 'there is no such folder' : (fileTrouble(error) ?? error)
  return new MemoryError('store_failed', `cannot write ${printableLine(file)}: ${why}`, 'give another path', {
    cause: error,
  })
}

/** To whoever reads; when they go away (`| head`) there is nobody left to write for. */
async function print({ lines }: Exported, output: NodeJS.WriteStream): Promise<number> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  output.once('error', leave)
  try {
    return await forward(lines, async (text) => {
      if (!output.write(text)) await once(output, 'drain', { signal: gone.signal })
      gone.signal.throwIfAborted()
    })
  } catch (error) {
    if (gone.signal.aborted) return 0
    throw error
  } finally {
    output.off('error', leave)
  }
}

async function forward(
  lines: AsyncIterable<string>,
  write: (text: string) => Promise<unknown>,
): Promise<number> {
  let waiting: string[] = []
  let chars = 0
  let count = -2
  for await (const line of lines) {
    waiting.push(line)
    chars += line.length
    count += 1
    if (chars < CHUNK_CHARS) continue
    await write(waiting.join(''))
    waiting = []
    chars = 0
  }
  await write(waiting.join(''))
  return count
}

const CHUNK_CHARS = 256 * 1024

/** A file that is made can miss nothing but its folder. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
