import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { confirm } from '../confirm.js'
import { documentNamed } from '../document-names.js'
import { DOCUMENT_NUMBERS_HINT, showList } from '../lists/show-list.js'
import { explainShelf, onShelf } from '../on-shelf.js'
import { calledBy } from '../render/knowledge.js'
import { renderDocument, renderLibrary } from '../render/library.js'
import { renderReceipt } from '../render/receipt.js'
import { tell } from '../tell.js'
import { printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Lists documents, numbered, with where they stand. */
export async function runKnowledgeList(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { system: _, ...input } = call.input as Record<string, unknown>
  const { memory, shelf } = await onShelf(call)
  const output = await memory.knowledgeList({ ...input, ...shelf })
  await showList(call, output, {
    kind: 'document',
    ids: output.documents.map(({ id }) => id),
    hint: DOCUMENT_NUMBERS_HINT,
    render: (shown, showsIds) => renderLibrary(shown, view, showsIds),
  })
  if (flags.quiet || flags.json) return 0
  if (output.next !== null) tell(terminal, `More: the same with --after ${output.next}`)
  else if (output.total > 0) tellReview(call, output)
  else if (input['status'] !== undefined) tell(terminal, 'There is no document with this status.')
  else tell(terminal, `There are no documents yet: recollect knowledge import PATH${systemFlag(call)}`)
  return 0
}

type ListOutput = z.output<Operations['knowledgeList']['output']>

/** What waits can be looked at and published, all that is listed with a number. */
function tellReview(call: CommandCall, { documents }: ListOutput): void {
  const at = documents.findIndex(({ status }) => status === 'pending')
  if (at === -1) return
  const what = documents[at]?.latest === 1 ? `show ${at + 1} --text` : `diff ${at + 1}`
  call.terminal.note('')
  tell(
    call.terminal,
    `To review: recollect knowledge ${what}${systemFlag(call)}, then knowledge publish ${at + 1}, or reject ${at + 1}`,
  )
}

/** Shows a document: its versions and history; what a version says; what is new in it. */
export async function runKnowledgeShow(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { system: _, document, ...input } = call.input as Record<string, unknown>
  const { memory, shelf } = await onShelf(call)
  const output = await memory.knowledgeShow({
    ...input,
    ...shelf,
    document: await documentNamed(String(document), { memory, shelf }),
  })
  show(call, output, (shown) => renderDocument(shown, view))
  if (flags.quiet || flags.json) return 0
  if (output.text !== null && output.text.next !== null) {
    terminal.note('')
    tell(terminal, `More: the same with --from ${output.text.next}`)
  }
  return 0
}

/** What is new in the latest version, against the published one, or against the one before where none is published. */
export async function runKnowledgeDiff(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input } = call
  const { memory, shelf } = await onShelf(call)
  const document = await documentNamed(String(input['document']), { memory, shelf })
  const { version = undefined, against = undefined } = input as { version?: number; against?: number }
  const head = await memory.knowledgeShow({ ...shelf, document })
  const { latest, published } = head.document
  const to = version ?? latest
  const from = against ?? (published === null || published === to ? to - 1 : published)
  if (from < 1) {
    if (flags.json)
      throw new UsageError(
        'there is one version alone',
        `like: recollect knowledge show ${calledBy(head.document)} --text`,
      )
    tell(terminal, `There is one version alone: recollect knowledge show ${calledBy(head.document)} --text`)
    return 0
  }
  return runKnowledgeShow({
    ...call,
    input: { ...input, document: head.document.id, version: to, against: from, diff: true },
  })
}

/** Shows the document that will go, asks, deletes it, and shows the receipt. */
export async function runKnowledgeDelete(call: CommandCall): Promise<ExitCode> {
  const { terminal, view, input } = call
  const isConfirmed = input['yes'] === true
  if (!isConfirmed && !terminal.isInteractive) {
    throw new UsageError(
      'deleting cannot be undone, and no one is here to ask',
      `then: recollect knowledge delete ${printableLine(String(input['document']))} --yes`,
    )
  }
  const { memory, shelf } = await onShelf(call)
  const shown = await memory.knowledgeShow({
    ...shelf,
    document: await documentNamed(String(input['document']), { memory, shelf }),
  })
  const { id, revision } = shown.document
  if (!isConfirmed) {
    terminal.note(renderDocument(shown, { ...view, style: terminal.noteStyle }))
    if (!(await confirm(terminal, 'Delete it with all of its versions? This cannot be undone.'))) {
      terminal.note('Kept.')
      return 1
    }
  }
  const receipt = await memory
    .knowledgeDelete({ ...shelf, document: id, revision })
    .catch((error: unknown) => {
      throw explainShelf(error)
    })
  const { title, source } = shown.document
  show(call, receipt, () =>
    [
      `Deleted: ${printableLine(title)} (${calledBy({ title, source })}): ${counted(shown.versions.length, 'version')}, ${counted(shown.version?.sections ?? 0, 'section')} in the latest`,
      renderReceipt({ preview: false, ...receipt }, view),
    ].join('\n'),
  )
  return 0
}

function systemFlag({ input }: CommandCall): string {
  return input['system'] === true ? ' --system' : ''
}
