import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { showList } from '../lists/show-list.js'
import { renderGate, renderProposals } from '../render/proposals.js'
import { tell } from '../tell.js'
import { printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Switches the gate of a workspace; with neither word says how it stands. */
export async function runWorkspaceGate(call: CommandCall): Promise<ExitCode> {
  const wanted = call.input['switch']
  if (wanted !== undefined && wanted !== 'on' && wanted !== 'off')
    throw new UsageError('the gate is on or off', 'write recollect workspace gate on --workspace NAME')
  const { memory } = await call.open()
  const output =
    wanted === undefined
      ? (await memory.workspaceProposals({ limit: 1 })).gate
      : await memory.workspaceGate({ on: wanted === 'on' })
  show(call, output, (gate) => renderGate(gate, call.view))
  if (output.waiting > 0 && !call.flags.quiet && !call.flags.json)
    tell(call.terminal, 'They are listed by: recollect workspace proposals')
  return 0
}

/** Lists what waits for a person, numbered; or what was decided. */
export async function runWorkspaceProposals(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const { memory } = await call.open()
  const output = await memory.workspaceProposals(input)
  await showList(call, output, {
    kind: 'proposal',
    ids: output.proposals.map(({ id }) => id),
    hint: NUMBERS_HINT,
    render: (shown, showsIds) => renderProposals(shown, view, showsIds),
  })
  if (flags.quiet || flags.json) return 0
  const { gate, next, proposals } = output
  if (next !== null) tell(terminal, `More: the same with --after ${next}`)
  else if (proposals.length === 0) {
    tell(terminal, input['state'] === undefined ? 'Nothing waits for you.' : 'There is none.')
    if (!gate.on) tell(terminal, 'The gate is off: what is captured here is kept at once.')
  }
  return 0
}

const NUMBERS_HINT =
  'Numbers can be used: recollect workspace approve 1 keeps the first, workspace decline 1 does not.'

/** Keeps what was proposed. */
export async function runWorkspaceApprove(call: CommandCall): Promise<ExitCode> {
  const { memory } = await call.open()
  return told(call, await memory.workspaceApprove(call.input as Decision), 'approved')
}

/** Keeps nothing of it. */
export async function runWorkspaceDecline(call: CommandCall): Promise<ExitCode> {
  const { memory } = await call.open()
  return told(call, await memory.workspaceDecline(call.input as Decision), 'declined')
}

type Decision = z.input<Operations['workspaceApprove']['input']>

/** Fails where some were left as they were. */
function told(
  call: CommandCall,
  output: z.output<Operations['workspaceApprove']['output']>,
  what: string,
): ExitCode {
  const failed = output.decided.filter(({ problem }) => problem !== null)
  const done = output.decided.length - failed.length
  show(call, output, () => `${counted(done, 'proposal')} ${what}.`)
  if (!call.flags.json)
    for (const { id, problem } of failed) call.terminal.note(printableLine(`${id}: ${problem}`))
  return failed.length === 0 ? 0 : 1
}
