import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { confirm } from '../confirm.js'
import { meterOf } from '../progress-meter.js'
import { renderVacuum, renderVacuumPlan } from '../render/vacuum.js'
import { show } from './run-operation.js'

/** Says what waits and what it costs, asks, and writes the store anew. */
export async function runVacuum(call: CommandCall): Promise<ExitCode> {
  const { terminal, input, view } = call
  const isConfirmed = input['yes'] === true
  const isPreview = input['preview'] === true
  if (!isConfirmed && !isPreview && !terminal.isInteractive)
    throw new UsageError('no one is here to ask', 'to write the store anew: recollect vacuum --yes')
  const memory = (await call.open()).administrator()
  if (!isConfirmed) {
    const plan = await memory.vacuum({ preview: true })
    if (isPreview) {
      show(call, plan, () => renderVacuumPlan(plan, view))
      return 0
    }
    if (!(await confirm(terminal, `${renderVacuumPlan(plan, view)}\nWrite it anew?`))) {
      terminal.note('Left as it is.')
      return 1
    }
  }
  const meter = meterOf(call, 'vacuum')
  const done = await memory.vacuum({}, { progress: meter.show }).finally(meter.clear)
  show(call, done, () => renderVacuum(done, view))
  return done.state === 'physical' ? 0 : 1
}
