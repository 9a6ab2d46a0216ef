import { clip } from './clip.js'
import { disarm, LINE_BREAKS } from './disarm.js'

/**
 * Remembered text as a model may read it: every line begins with `> `, so that no line of it can pass for one of
 * ours, and what steers a reader unseen or makes a client fetch something is disarmed.
 */
export function quoteLines(text: string): string {
  return disarm(text.replace(LINE_BREAKS, '\n')).replace(/^/gm, '> ')
}

/** Remembered text within a line of ours, such as a speaker's name: in quotes, at most `maxChars` long. */
export function quoteInline(text: string, maxChars = INLINE_CHARS): string {
  const cut = clip(text, maxChars)
  return disarm(JSON.stringify(cut.length < text.length ? `${cut}…` : cut))
}

/** Any value as JSON on one line, disarmed. */
export function quoteJson(value: unknown): string {
  return disarm(JSON.stringify(value))
}

const INLINE_CHARS = 80
