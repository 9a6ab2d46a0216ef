import type { CommandCall, ExitCode } from '../command.js'
import { DOCUMENT_NUMBERS_HINT, showList } from '../lists/show-list.js'
import { meterOf } from '../progress-meter.js'
import { type AskOutput, renderAnswer } from '../render/answer.js'
import { sayWaiting } from '../say-waiting.js'
import { tell } from '../tell.js'
import { inCommands } from '../two-words.js'
import { withInterrupt } from '../with-interrupt.js'
import { capital } from '../wording/capital.js'
import { printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { taskFlag } from './knowledge-read.js'
import { asked } from './knowledge-search.js'

/** Answers from the documents of a task: with what they say word for word, and what they do not say. */
export async function runKnowledgeAsk(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const input = await asked(call)
  const { memory } = await call.open()
  const meter = meterOf(call, 'reading')
  const output = await withInterrupt((signal) => memory.knowledgeAsk(input, { signal })).finally(meter.clear)
  if (output === undefined) {
    terminal.note('Stopped.')
    return 1
  }
  await showList(call, output, {
    kind: 'document',
    // One document may be cited often.
    ids: output.citations.map(({ document }) => document),
    hint: DOCUMENT_NUMBERS_HINT,
    render: (shown) => renderAnswer(shown, view),
  })
  if (flags.quiet || flags.json) return 0
  const notes = notesOf(output, input)
  if (notes.length > 0 && output.citations.length > 0) terminal.note('')
  for (const note of notes) tell(terminal, note)
  return 0
}

function notesOf(
  { answer, citations, gaps, reason, detail, by, removedCitations, waiting }: AskOutput,
  input: Readonly<Record<string, unknown>>,
): string[] {
  const waits = sayWaiting(waiting)
  if (reason === 'no_documents')
    return [
      waits ??
        `This task may ask no document: recollect knowledge attach --all${taskFlag(input)}, and before that knowledge import, knowledge publish`,
    ]
  return [
    ...(waits === undefined || citations.length > 0 ? [] : [waits]),
    ...(citations.length > 0 ? [] : nothingCited(by === 'passages' ? answer : '', gaps)),
    ...(reason === null || reason === 'off' || detail === null
      ? []
      : [`Without a model: ${inCommands(printableLine(detail))}`]),
    ...(by === 'passages' && reason === 'off' && citations.length > 0
      ? ['The best passages, as no model is set up to read them: docs/models.md.']
      : []),
    ...(removedCitations === 0
      ? []
      : [`${counted(removedCitations, 'quote')} that stood in no document left out.`]),
  ]
}

function nothingCited(why: string, gaps: readonly string[]): string[] {
  if (why !== '') return [`${capital(why)}.`]
  return gaps.length === 0 ? ['The documents say nothing about it.'] : []
}
