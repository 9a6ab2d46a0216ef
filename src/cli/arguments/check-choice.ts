import { clip } from '../../text/clip.js'
import { suggest } from '../../text/suggest.js'
import { printableLine } from '../wording/printable.js'
import { UsageError } from './usage-error.js'

/** Refuses a word that is not among those there are to choose from, and says which was meant. Throws UsageError. */
export function checkChoice(what: string, typed: string, choices: readonly string[] | undefined): void {
  if (choices === undefined || choices.includes(typed)) return
  const near = suggest(typed, choices)
  const hint = near === undefined ? `one of: ${choices.join(', ')}` : `did you mean ${near}?`
  throw new UsageError(`${what} does not know ${quoted(typed)}`, hint)
}

/** What was typed, as a message may show it: on one line, and not without end. */
export function quoted(text: string): string {
  const line = printableLine(text)
  return line.length > QUOTED_MAX_CHARS ? `"${clip(line, QUOTED_MAX_CHARS)}…"` : `"${line}"`
}

const QUOTED_MAX_CHARS = 60
