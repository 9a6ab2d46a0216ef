import { hanging } from './render/hanging.js'
import type { Terminal } from './terminal.js'
import { inPlace } from './wording/in-place.js'

/** Says something beside the result, dimmed, in lines that fit. */
export function tell(terminal: Terminal, text: string): void {
  for (const line of hanging('', inPlace(text, terminal.place), terminal.columns))
    terminal.note(terminal.noteStyle.dim(line))
}
