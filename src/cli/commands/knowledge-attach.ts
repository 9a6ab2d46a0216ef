import type { CommandCall, ExitCode } from '../command.js'
import { documentNamed } from '../document-names.js'
import { renderAttached } from '../render/knowledge.js'
import { tell } from '../tell.js'
import { taskFlag } from './knowledge-read.js'
import { show } from './run-operation.js'

/** Lets a task ask documents, and shows what it may ask now. */
export async function runKnowledgeAttach(call: CommandCall): Promise<ExitCode> {
  const { memory } = await call.open()
  return change(call, memory.knowledgeAttach)
}

/** Takes documents away from a task, and shows what is left. */
export async function runKnowledgeDetach(call: CommandCall): Promise<ExitCode> {
  const { memory } = await call.open()
  return change(call, memory.knowledgeDetach)
}

type Change = Awaited<ReturnType<CommandCall['open']>>['memory']['knowledgeAttach']

async function change(call: CommandCall, operation: Change): Promise<ExitCode> {
  const { documents, ...rest } = call.input as { readonly documents?: readonly string[] } & Record<
    string,
    unknown
  >
  const { memory } = await call.open()
  const nameOf = (typed: string) => documentNamed(typed, { memory, shelf: {} })
  const named = documents === undefined ? {} : { documents: await Promise.all(documents.map(nameOf)) }
  const output = await operation({ ...rest, ...named })
  show(call, output, (shown) => renderAttached(shown, call.view))
  const waits = output.documents.filter(({ isVisible }) => !isVisible).length
  if (waits > 0 && !call.flags.quiet && !call.flags.json)
    tell(call.terminal, 'What is not published answers once it is: recollect knowledge publish')
  if (
    output.wasEverything &&
    !output.everything &&
    call.input['all'] !== true &&
    !call.flags.quiet &&
    !call.flags.json
  )
    tell(
      call.terminal,
      `Documents to come are not added by themselves any more; with them: recollect knowledge attach --all${taskFlag(rest)}`,
    )
  if (output.everything || output.documents.length > 0 || call.flags.quiet || call.flags.json) return 0
  tell(
    call.terminal,
    `To let it ask all that is published: recollect knowledge attach --all${taskFlag(rest)}`,
  )
  return 0
}
