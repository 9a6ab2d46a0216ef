import type { CommandCall, ExitCode } from '../command.js'
import { meterOf } from '../progress-meter.js'
import { counted } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Loads the sample: for the owner of the file, which is who sits at the keyboard. */
export async function runLoadSample(call: CommandCall): Promise<ExitCode> {
  const { administrator } = await call.open()
  const meter = meterOf(call, 'loadSample')
  const loaded = await administrator().loadSample({}, { progress: meter.show }).finally(meter.clear)
  show(call, loaded, ({ user, workspace, outcome, items }) =>
    [
      `${outcome === 'loaded' ? 'Loaded' : 'There already'}: ${counted(items, 'item')}. Look at it as the user ${user}:`,
      `  recollect search "where does Ann live?" --user ${user}`,
      `  recollect workspace memory --user ${user} --workspace ${workspace}`,
      'To take it away again: recollect remove-sample',
    ].join('\n'),
  )
  return 0
}

/** Takes the sample away again. */
export async function runRemoveSample(call: CommandCall): Promise<ExitCode> {
  const { administrator } = await call.open()
  const meter = meterOf(call, 'removeSample')
  const removed = await administrator().removeSample({}, { progress: meter.show }).finally(meter.clear)
  show(call, removed, ({ items, state }) =>
    items === 0
      ? 'There is no sample here.'
      : `Gone: ${counted(items, 'item')}${state === 'physical' ? ', looked for on disk and not found' : ''}.`,
  )
  return 0
}
