import type { CommandCall, ExitCode } from '../command.js'
import { printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Keeps the records of the store in another place. */
export async function runRecordMove(call: CommandCall): Promise<ExitCode> {
  const { administrator } = await call.open()
  const moved = await administrator().recordMove({ to: String(call.input['to']) })
  show(call, moved, ({ from, to, records }) =>
    from === to
      ? `Records are kept there already: ${printableLine(to)}`
      : `Moved ${counted(records, 'record')} from ${printableLine(from)} to ${printableLine(to)}`,
  )
  return 0
}
