import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { showList } from '../lists/show-list.js'
import { readPiped } from '../read-piped.js'
import { renderNoteConflicts, renderNotes, renderPromotion } from '../render/workspace-notes.js'
import { tell } from '../tell.js'
import { inPlace } from '../wording/in-place.js'
import { printableLine } from '../wording/printable.js'
import { writeMemoryFile } from '../write-memory-file.js'
import { PROPOSED } from './capture.js'
import { show } from './run-operation.js'

/** Keeps what was typed or piped as a note of the workspace. */
export async function runWorkspaceNote(call: CommandCall): Promise<ExitCode> {
  const { terminal, input, view } = call
  const typed = input['text'] === undefined || input['text'] === '-' ? undefined : String(input['text'])
  if (typed === undefined && !terminal.isPiped) throw new UsageError('there is nothing to note', WRITE_IT)
  const text = typed ?? (await readPiped(terminal.input))
  if (text.trim() === '') throw new UsageError('there is nothing to note', WRITE_IT)
  const { memory } = await call.open()
  const output = await memory.workspaceNote({ ...input, text } as z.input<
    Operations['workspaceNote']['input']
  >)
  show(call, output, ({ id, outcome, note }) => {
    if (note === null) return `${inPlace(PROPOSED, terminal.place)} ${view.style.dim(id)}`
    const known = `Known already, said ${note.said} times: ${printableLine(note.text)}`
    return outcome === 'added' ? `Noted ${view.style.dim(id)}` : `${known} ${view.style.dim(id)}`
  })
  const { note } = output
  if (!call.flags.json && note?.status === 'superseded')
    tell(terminal, 'Another note holds instead: recollect workspace conflicts --decided')
  else if (!call.flags.json && note !== null && note.conflicts.length > 0)
    tell(terminal, 'It contradicts another note, and a person decides: recollect workspace conflicts')
  return 0
}

const WRITE_IT = 'write recollect workspace note "We use pnpm" --type convention, or pipe it in'

/** Lists the notes of the workspace, numbered. */
export async function runWorkspaceNotes(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const { memory } = await call.open()
  const output = await memory.workspaceNotes(input)
  await showList(call, output, {
    ids: output.notes.map(({ id }) => id),
    render: (shown, showsIds) => renderNotes(shown, view, showsIds),
  })
  if (flags.quiet || flags.json) return 0
  if (output.next !== null) tell(terminal, `More: the same with --after ${output.next}`)
  else if (output.notes.length === 0) tell(terminal, 'Nothing of it has been noted here.')
  return 0
}

/** Lists what waits for a person, numbered. */
export async function runWorkspaceConflicts(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const { memory } = await call.open()
  const output = await memory.workspaceConflicts(input)
  await showList(call, output, {
    kind: 'conflict of notes',
    ids: output.conflicts.map(({ id }) => id),
    hint: 'Numbers can be used: recollect workspace resolve 1 --keep second --reason "why".',
    render: (shown, showsIds) => renderNoteConflicts(shown, view, showsIds),
  })
  if (flags.quiet || flags.json) return 0
  if (output.next !== null) tell(terminal, `More: the same with --after ${output.next}`)
  else if (output.conflicts.length === 0)
    tell(terminal, input['decided'] === true ? 'There is none.' : 'Nothing waits for you.')
  return 0
}

/** Says which note holds. */
export async function runWorkspaceResolve(call: CommandCall): Promise<ExitCode> {
  const { memory } = await call.open()
  const output = await memory.workspaceResolve(call.input as z.input<Operations['workspaceResolve']['input']>)
  show(call, output, ({ keep, first, second }) => {
    const kept = [
      ...(keep === 'first' || keep === 'both' ? [first] : []),
      ...(keep === 'second' || keep === 'both' ? [second] : []),
    ].map(({ text }) => printableLine(text))
    return kept.length === 0 ? 'Neither holds from now on.' : `From now on: ${kept.join(' · ')}`
  })
  return 0
}

/** Lets last what has proved itself. */
export async function runWorkspacePromote(call: CommandCall): Promise<ExitCode> {
  const { memory } = await call.open()
  const output = await memory.workspacePromote(call.input)
  show(call, output, (told) => renderPromotion(told, call.input['dryRun'] === true))
  return 0
}

/** Prints what the project knows, or writes it into a file. */
export async function runWorkspaceMemory(call: CommandCall): Promise<ExitCode> {
  const { out, force, ...input } = call.input as { readonly out?: string; readonly force?: boolean }
  const { memory } = await call.open()
  const output = await memory.workspaceMemory(input)
  if (out === undefined) {
    show(call, output, ({ markdown }) => markdown.trimEnd())
    return 0
  }
  const file = String(out)
  const isWritten = await writeMemoryFile(file, output.markdown, force === true)
  show(call, { file, isWritten, notes: output.notes, conflicts: output.conflicts }, () =>
    isWritten ? `Wrote ${printableLine(file)}.` : `${printableLine(file)} says the same already.`,
  )
  return 0
}
