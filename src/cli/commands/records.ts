import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { confirm } from '../confirm.js'
import { type Editing, editNote } from '../edit-note.js'
import { RECORD_NUMBERS_HINT, showList } from '../lists/show-list.js'
import { readPiped } from '../read-piped.js'
import { renderReceipt } from '../render/receipt.js'
import { renderRecord, renderRecords } from '../render/records.js'
import { tell } from '../tell.js'
import { inPlace } from '../wording/in-place.js'
import { printable, printableLine } from '../wording/printable.js'
import { PROPOSED } from './capture.js'
import { runOperation, show } from './run-operation.js'

/** Lists records, numbered, and the files that are none as they are. */
export async function runRecords(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const { memory } = await call.open()
  const output = await memory.recordList(input)
  await showList(call, output, {
    kind: 'record',
    ids: output.records.map(({ id }) => id),
    hint: RECORD_NUMBERS_HINT,
    render: (shown, showsIds) => renderRecords(shown, view, showsIds),
  })
  if (flags.json) return 0
  for (const { file, line, field, reason } of output.problems) {
    const place = [file, ...(line === null ? [] : [`line ${line}`]), ...(field === null ? [] : [field])]
    terminal.note(printableLine(`Not read: ${place.join(', ')}: ${reason}`))
  }
  if (flags.quiet) return 0
  const isFiltered = Object.hasOwn(input, 'type') || Object.hasOwn(input, 'provenance')
  if (output.total === 0) tell(terminal, isFiltered ? NONE_SUCH : NONE)
  else if (output.next !== null) tell(terminal, `More: the same with --after ${output.next}`)
  return 0
}

const NONE_SUCH = 'No record is of this kind: recollect records lists all'
const NONE =
  'There are no records yet: recollect record-save "Weekly report" --type feedback --description "Short, numbers first"'

/** Keeps a record whose body was typed, or is piped in. */
export async function runRecordSave(call: CommandCall): Promise<ExitCode> {
  const input = await withBody(call)
  return runOperation(
    { ...call, input },
    'recordSave',
    ({ file, id, outcome }) =>
      `${outcome === 'proposed' ? inPlace(PROPOSED, call.terminal.place) : `Kept as ${file}`} ${call.view.style.dim(id)}`,
  )
}

/** Changes a record; with --edit, its body in an editor. */
export async function runRecordUpdate(call: CommandCall): Promise<ExitCode> {
  if (call.input['edit'] === true) requireEditable(call)
  const { edit, ...input } = await withBody(call)
  const { memory } = await call.open()
  if (edit !== true) return update(call, input)
  const before = await memory.recordRead({ which: String(input['which']) })
  const body = await editNote(before.body, process.env, editingOf(before))
  try {
    // What was changed meanwhile is not overwritten.
    return await update(call, { ...input, which: before.id, body, revision: before.revision })
  } catch (error) {
    call.terminal.note(`Your text was not kept:\n\n${printable(body)}\n`)
    throw error
  }
}

function requireEditable({ terminal, input }: CommandCall): void {
  if (input['body'] !== undefined)
    throw new UsageError('--edit and --body both say what its body is', 'give one of them')
  if (!terminal.isInteractive)
    throw new UsageError('no one is here to edit', 'write --body "the text", or pipe it to --body -')
}

function editingOf({ name, file }: { readonly name: string; readonly file: string }): Editing {
  return {
    explanation: [
      `# ${printableLine(name)} (${printableLine(file)}): its body stands above this line; this line and all below it`,
      '# are left out. Save and close to keep it. An empty text empties the body.',
    ].join('\n'),
    instead: `recollect record-update ${printableLine(file)} --body "the text"`,
    keepsEnds: true,
  }
}

function update(call: CommandCall, input: Readonly<Record<string, unknown>>): Promise<ExitCode> {
  return runOperation({ ...call, input }, 'recordUpdate', (record) => renderRecord(record, call.view))
}

/** `--body -` reads the pipe. */
async function withBody({ terminal, input }: CommandCall): Promise<Readonly<Record<string, unknown>>> {
  if (input['body'] !== '-') return input
  if (!terminal.isPiped)
    throw new UsageError('nothing is piped in', 'like: recollect record-save … --body - < note.md')
  return { ...input, body: await readPiped(terminal.input) }
}

/** Shows the record that will go, asks, forgets it, and shows the receipt. */
export async function runRecordDelete(call: CommandCall): Promise<ExitCode> {
  const { terminal, view, input } = call
  const isConfirmed = input['yes'] === true
  if (!isConfirmed && !terminal.isInteractive) {
    throw new UsageError(
      'deleting cannot be undone, and no one is here to ask',
      `then: recollect record-delete ${printableLine(String(input['which']))} --yes`,
    )
  }
  const { memory } = await call.open()
  const record = await memory.recordRead({ which: String(input['which']) })
  if (!isConfirmed) {
    terminal.note(renderRecord(record, { ...view, style: terminal.noteStyle }))
    if (!(await confirm(terminal, 'Delete it? This cannot be undone.'))) {
      terminal.note('Kept.')
      return 1
    }
  }
  const receipt = await memory.recordDelete({ which: record.id, revision: record.revision })
  show(call, receipt, () => renderReceipt({ preview: false, ...receipt }, view))
  return 0
}
