import type { CommandCall, ExitCode } from '../command.js'
import { showList } from '../lists/show-list.js'
import { renderConflicts, renderFacts, renderInstructions } from '../render/facts.js'
import { tell } from '../tell.js'

/** Lists facts, numbered. */
export async function runFacts(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const { memory } = await call.open()
  const output = await memory.facts(input)
  await showList(call, output, {
    ids: output.facts.map(({ id }) => id),
    render: (shown, showsIds) => renderFacts(shown, view, showsIds),
  })
  if (flags.quiet || flags.json) return 0
  if (output.facts.length > 0) {
    if (!output.isComplete) tell(terminal, moreFacts(output.facts.length))
    return 0
  }
  const isNarrowed = Object.keys(input).length > 0
  tell(
    terminal,
    isNarrowed ? 'No such fact is known.' : 'No facts are known yet: recollect capture "I live in Lisbon"',
  )
  return 0
}

/** Lists what waits for the user, numbered by its new side. */
export async function runConflicts(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const { memory } = await call.open()
  const output = await memory.conflicts(input)
  await showList(call, output, {
    kind: 'conflict',
    ids: output.conflicts.map((conflict) => conflict.new.id),
    render: (shown) => renderConflicts(shown, view),
  })
  if (flags.quiet || flags.json) return 0
  if (output.conflicts.length === 0) tell(terminal, 'Nothing waits for you.')
  else {
    terminal.note('')
    tell(terminal, 'Decide: recollect resolve-conflict 1 --keep new, or --keep old.')
  }
  return 0
}

/** Lists instructions, numbered. */
export async function runInstructions(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const { memory } = await call.open()
  const output = await memory.instructions(input)
  await showList(call, output, {
    kind: 'instruction',
    ids: output.instructions.map(({ id }) => id),
    render: (shown) => renderInstructions(shown, view),
  })
  if (output.instructions.length === 0 && !flags.quiet && !flags.json)
    tell(terminal, 'There are no instructions: recollect instruct add --text "Always reply in French"')
  return 0
}

function moreFacts(shown: number): string {
  return shown < LIMIT_MAX
    ? `There are more: --limit ${Math.min(LIMIT_MAX, shown * 5)}`
    : 'There are more: --category or a key narrows it.'
}

const LIMIT_MAX = 200
