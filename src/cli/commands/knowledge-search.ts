import type { CommandCall, ExitCode } from '../command.js'
import { documentNamed } from '../document-names.js'
import { DOCUMENT_NUMBERS_HINT, showList } from '../lists/show-list.js'
import { readPiped } from '../read-piped.js'
import { addressOf } from '../render/knowledge.js'
import { renderSections, type SectionsFound } from '../render/sections.js'
import { tell } from '../tell.js'
import { printableLine } from '../wording/printable.js'
import { taskFlag } from './knowledge-read.js'

/** Finds sections of the documents that a task may ask, numbered. */
export async function runKnowledgeSearch(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const input = await asked(call)
  const { memory } = await call.open()
  const output = await memory.knowledgeSearchDocs(input)
  await showList(call, output, {
    kind: 'document',
    ids: output.hits.map(({ document }) => document.id),
    hint: DOCUMENT_NUMBERS_HINT,
    render: (shown, showsIds) => renderSections(shown, view, showsIds),
  })
  if (flags.quiet || flags.json) return 0
  const notes = notesOf(output, input)
  if (notes.length > 0) terminal.note('')
  for (const note of notes) tell(terminal, note)
  return 0
}

/** What was typed, or is piped in, with the document as the store knows it. */
export async function asked({ terminal, input, open }: CommandCall): Promise<{ readonly question: string }> {
  const question = input['question'] === '-' ? await readPiped(terminal.input) : String(input['question'])
  const document = input['document']
  const { memory } = await open()
  return {
    ...input,
    question,
    ...(document === undefined
      ? {}
      : { document: await documentNamed(String(document), { memory, shelf: {} }) }),
  }
}

function notesOf(
  { hits, relaxed, clipped, missing }: SectionsFound,
  input: Readonly<Record<string, unknown>>,
): string[] {
  const [first] = hits
  return [
    ...(missing === null ? [] : [`${printableLine(missing)}.`]),
    ...(first === undefined && missing === null
      ? [`Nothing found. What it may ask: recollect knowledge map${taskFlag(input)}`]
      : []),
    ...relaxed.map((phrase) => `No section holds “${printableLine(phrase)}”: its words were looked for.`),
    ...(clipped ? ['The question was too long; its beginning was asked.'] : []),
    ...(first === undefined
      ? []
      : [
          `To read one: recollect knowledge read ${addressOf(first.document, first.anchor)}${taskFlag(input)}`,
        ]),
  ]
}
