import type { CommandCall, ExitCode } from '../command.js'
import { tell } from '../tell.js'
import { counted } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Says which hits of the latest search were of use; what was none of its hits is told. */
export async function runUsed(call: CommandCall): Promise<ExitCode> {
  const { memory } = await call.open()
  const output = await memory.used({ ...call.input, ids: call.input['ids'] as readonly string[] as string[] })
  const { used, refused } = output
  show(call, output, () => (used.length === 0 ? '' : `${counted(used.length, 'hit')} noted as used.`))
  if (refused.length > 0 && !call.flags.quiet) {
    const what = refused.length === 1 ? 'One item is no hit' : `${refused.length} items are no hits`
    tell(call.terminal, `${what} of that search: see recollect explain, or name another with --recall-id.`)
  }
  return used.length === 0 ? 1 : 0
}
