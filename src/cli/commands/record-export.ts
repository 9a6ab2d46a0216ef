import { statSync } from 'node:fs'
import { MemoryError } from '../../errors.js'
import type { CommandCall, ExitCode } from '../command.js'
import { meterOf } from '../progress-meter.js'
import { printLines, saveLines } from '../save-lines.js'
import { tell } from '../tell.js'
import { withInterrupt } from '../with-interrupt.js'
import { printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { writeFiles } from '../write-files.js'
import { refuseOccupied } from './export.js'
import { show } from './run-operation.js'

/** Writes records as Markdown files into a folder, or as lines into a file or to standard output. */
export async function runRecordExport(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input } = call
  const { path: given, overwrite: may, ...asked } = input as Record<string, unknown>
  const path = given === undefined || given === '-' ? undefined : String(given)
  const overwrite = may === true
  const isFolder = asked['format'] !== 'server-memory'
  if (path !== undefined && !isFolder) refuseOccupied(path, overwrite)
  const { memory } = await call.open()
  const meter = meterOf(call, 'export')
  const written = await withInterrupt(async (signal) => {
    const { lines } = await memory.recordExport(asked, { signal, progress: (reading) => meter.show(reading) })
    if (path === undefined) return { files: await printLines(lines, terminal.results), same: 0, left: [] }
    if (isFolder) return writeFiles(lines, path, overwrite)
    return { files: await saveLines(lines, path), same: 0, left: [] }
  }).finally(() => meter.clear())
  if (written === undefined) {
    terminal.note('Stopped; what was written so far is whole.')
    return 1
  }
  if (path === undefined) return 0
  const { files, same, left } = written
  const shown = printableLine(path)
  show(call, isFolder ? { folder: path, files, same, left } : { file: path, lines: files }, () =>
    isFolder
      ? `Wrote ${counted(files, 'record')} to ${shown}${same > 0 ? `; ${counted(same, 'file')} said the same already` : ''}.`
      : `Wrote ${counted(files, 'line')} to ${shown} (${statSync(path).size} bytes).`,
  )
  if (left.length === 0) return 0
  const names = left.filter((_, index) => index < NAMES_SHOWN).map(printableLine)
  const problem = new MemoryError(
    'conflict',
    `${counted(left.length, 'file')} there said something else and ${left.length === 1 ? 'was' : 'were'} left: ${names.join(', ')}`,
    'give another folder, or --overwrite',
  )
  terminal.note(problem.message)
  if (!flags.quiet) tell(terminal, `${problem.hint}`)
  return 1
}

const NAMES_SHOWN = 5
