import type { CommandCall, ExitCode } from '../command.js'
import { meterOf } from '../progress-meter.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenBytes } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Copies the store into a file. */
export async function runBackup(call: CommandCall): Promise<ExitCode> {
  const { administrator } = await call.open()
  const { file, overwrite } = call.input as { file: string; overwrite?: boolean }
  const meter = meterOf(call, 'backup')
  const backup = await administrator()
    .backup({ file, overwrite: overwrite === true })
    .finally(meter.clear)
  show(
    call,
    backup,
    ({ bytes, counts }) =>
      `Backed up ${counted(counts['item'] ?? 0, 'item')} to ${printableLine(backup.file)} (${spokenBytes(bytes)}), and examined the copy.`,
  )
  return 0
}
