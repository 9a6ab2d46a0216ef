import { existsSync, statSync } from 'node:fs'
import { MemoryError } from '../../errors.js'
import type { CommandCall, ExitCode } from '../command.js'
import { meterOf } from '../progress-meter.js'
import { printLines, saveLines } from '../save-lines.js'
import { tell } from '../tell.js'
import { withInterrupt } from '../with-interrupt.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenBytes } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Streams an archive to a file of the owner's alone, or to standard output. */
export async function runExport(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input } = call
  const file = input['file'] === undefined || input['file'] === '-' ? undefined : String(input['file'])
  if (file !== undefined) refuseOccupied(file, input['overwrite'] === true)
  const store = await call.open()
  const memory = input['all'] === true ? store.administrator() : store.memory
  const meter = meterOf(call, 'export')
  const rows = await withInterrupt(async (signal) => {
    const { lines } = await memory.export(
      { all: input['all'] === true },
      { signal, progress: (reading) => meter.show(reading) },
    )
    const written = await (file === undefined ? printLines(lines, terminal.results) : saveLines(lines, file))
    // Not the line that begins it, nor the one that ends it.
    return written - 2
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

/** Throws `conflict` where something is there that must stay. */
export function refuseOccupied(file: string, overwrite: boolean): void {
  if (!existsSync(file)) return
  const shown = printableLine(file)
  if (!statSync(file).isFile())
    throw new MemoryError('conflict', `${shown} is not a file`, 'give another name')
  if (!overwrite)
    throw new MemoryError('conflict', `${shown} is there already`, 'give another name, or --overwrite')
}
