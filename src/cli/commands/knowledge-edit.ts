import { readFile } from 'node:fs/promises'
import { MemoryError } from '../../errors.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { documentNamed } from '../document-names.js'
import { type Editing, editNote } from '../edit-note.js'
import { cannotOpen } from '../import/walk-folder.js'
import { explainShelf, type OnShelf, onShelf } from '../on-shelf.js'
import { calledBy } from '../render/knowledge.js'
import { type LibraryDocument, renderReviewed } from '../render/library.js'
import { tell } from '../tell.js'
import { printable } from '../wording/printable.js'
import { show } from './run-operation.js'

/** Puts another text in place of a document's latest: from a file, the pipe, or the editor. */
export async function runKnowledgeEdit(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const {
    place,
    system: _,
    ...input
  } = call.input as { readonly place: readonly string[] } & Record<string, unknown>
  const [typed = '', file, ...rest] = place
  if (rest.length > 0)
    throw new UsageError('edit takes a DOCUMENT and one FILE', 'quote a title: "Leave and holidays"')
  if (file === undefined && !terminal.isInteractive)
    throw new UsageError(
      'no one is here to edit',
      'like: recollect knowledge edit handbook.md new.md, or - for the pipe',
    )
  if (file === '-' && !terminal.isPiped) throw new UsageError('- reads the pipe, and nothing is piped in')
  const on = await onShelf(call)
  const { document } = await on.memory.knowledgeShow({
    ...on.shelf,
    document: await documentNamed(typed, on),
  })
  const edited = { ...input, ...on.shelf, document: document.id, revision: document.revision }
  const content = file === undefined ? await written(on, document) : await contentOf(file, call)
  if (content === undefined) {
    terminal.note('Nothing was changed.')
    return 0
  }
  try {
    // What was changed meanwhile is not overwritten.
    const output = await on.memory.knowledgeEdit({ ...edited, content })
    show(call, output, () => renderReviewed([output], output.isChanged ? 'Changed' : 'As it was', view))
    if (output.isChanged && !flags.quiet && !flags.json)
      tell(
        terminal,
        `To review: recollect knowledge diff ${calledBy(output)}, then knowledge publish ${calledBy(output)}`,
      )
    return 0
  } catch (error) {
    if (file === undefined) terminal.note(`Your text was not kept:\n\n${printable(content.toString())}\n`)
    throw explainShelf(error)
  }
}

/** Undefined where it was left as it is. */
async function written(on: OnShelf, document: LibraryDocument): Promise<string | undefined> {
  const before = await wholeText(on, document)
  const after = await editNote(before, process.env, editingOf(document))
  if (after === before) return undefined
  if (after.trim() === '')
    throw new MemoryError(
      'invalid_input',
      'an empty text was left alone',
      'to take a document away: knowledge.withdraw, or knowledge.delete',
    )
  return after
}

async function wholeText({ memory, shelf }: OnShelf, { id, latest }: LibraryDocument): Promise<string> {
  const pages: string[] = []
  for (let from: number | null = 0; from !== null; ) {
    const { text } = await memory.knowledgeShow({
      ...shelf,
      document: id,
      version: latest,
      text: true,
      from,
      maxChars: PAGE_CHARS,
    })
    pages.push(text?.content ?? '')
    from = text?.next ?? null
  }
  return pages.join('')
}

const PAGE_CHARS = 200_000

function editingOf(document: LibraryDocument): Editing {
  return {
    explanation: [
      `# ${calledBy(document)}: its text stands above this line; this line and all below it are left out.`,
      '# Save and close to keep it as a new version, which waits for review.',
    ].join('\n'),
    instead: `recollect knowledge edit ${calledBy(document)} FILE`,
    keepsEnds: true,
  }
}

async function contentOf(
  file: string,
  { terminal }: CommandCall,
): Promise<Buffer | AsyncIterable<Uint8Array>> {
  if (file === '-') return terminal.input
  try {
    return await readFile(file)
  } catch (error) {
    throw cannotOpen(file, error)
  }
}
