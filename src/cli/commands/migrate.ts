import { type MoveProgress, type MoveReport, moveStore } from '../../transfer/move/move-store.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { storeOf } from '../home-of.js'
import { meterOf } from '../progress-meter.js'
import { renderMoved } from '../render/moved.js'
import { show } from './run-operation.js'

/** Copies a store into an empty one, compares the two, and says what to do next. */
export async function runMigrate(call: CommandCall): Promise<ExitCode> {
  const { input, flags } = call
  const [from, to] = [input['from'], input['to']]
  if (from === undefined && to === undefined)
    throw new UsageError(
      'migrate needs --from or --to; the other one is the store in use',
      'e.g. recollect migrate --to postgres://USER@HOST/DATABASE',
    )
  const place = storeOf(flags)
  const inUse = place.engine === 'sqlite' ? place.file : place.url
  const meter = meterOf(call, 'move')
  const progress = ({ done, total }: MoveProgress) => meter.show({ done, total, unit: 'rows' })
  const report = await moveStore({
    from: typeof from === 'string' ? from : inUse,
    to: typeof to === 'string' ? to : inUse,
    progress,
  }).finally(meter.clear)
  show<MoveReport>(call, report, () => renderMoved(report, call.view))
  return 0
}
