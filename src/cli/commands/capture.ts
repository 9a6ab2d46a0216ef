import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { editNote } from '../edit-note.js'
import { readPiped } from '../read-piped.js'
import { inPlace } from '../wording/in-place.js'
import { printable } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Keeps the note that was typed, piped, or written in an editor. */
export async function runCapture(call: CommandCall): Promise<ExitCode> {
  const { terminal, input } = call
  const typed = input['text'] === undefined ? undefined : String(input['text'])
  if (input['edit'] === true || (typed === undefined && terminal.isInteractive)) {
    return captureEdited(call, typed === '-' ? await piped(call) : (typed ?? ''))
  }
  return capture(call, typed === undefined || typed === '-' ? await piped(call) : typed)
}

async function captureEdited(call: CommandCall, draft: string): Promise<ExitCode> {
  const { terminal } = call
  const startedAt = performance.now()
  const text = await editNote(draft, process.env)
  if (text === '') {
    const isSudden = performance.now() - startedAt < SUDDEN_MS
    terminal.note(isSudden ? `${NOTHING_KEPT} ${WHEN_SUDDEN}` : NOTHING_KEPT)
    return 1
  }
  try {
    return await capture(call, text)
  } catch (error) {
    // The file is gone already: what took a person time must not go with it.
    terminal.note(`Your note was not kept:\n\n${printable(text)}\n`)
    throw error
  }
}

/** No one writes, saves and leaves faster. */
const SUDDEN_MS = 1_000
const NOTHING_KEPT = 'The note is empty: nothing was kept.'
const WHEN_SUDDEN = 'If your editor opened a window, have it wait: export EDITOR="code --wait"'

async function capture(call: CommandCall, text: string): Promise<ExitCode> {
  const { style } = call.view
  if (text.trim() === '')
    throw new UsageError('there is nothing to remember', 'write recollect capture "the note"')
  const { memory } = await call.open()
  const { edit: _, ...input } = call.input
  const output = await memory.capture({ ...input, text })
  const isTagged = Array.isArray(input['tags']) && input['tags'].length > 0
  show(call, output, ({ id, outcome, facts }) => {
    if (outcome === 'proposed') return `${inPlace(PROPOSED, call.terminal.place)} ${style.dim(id)}`
    const kept =
      outcome === 'added'
        ? `Remembered ${style.dim(id)}`
        : `Known already ${style.dim(id)}${isTagged ? ', and has these tags now' : ''}`
    return facts.length === 0
      ? kept
      : `${kept}\n${counted(facts.length, 'fact')} read out of it: recollect trace ${id}`
  })
  return 0
}

/** A person may be waiting for it to be found. */
export const PROPOSED = 'Proposed, and not kept yet: recollect workspace proposals lists what waits.'

async function piped({ terminal }: CommandCall): Promise<string> {
  if (!terminal.isPiped) {
    throw new UsageError(
      'there is nothing to remember',
      'write recollect capture "the note", pipe it in, or use --edit',
    )
  }
  return readPiped(terminal.input)
}
