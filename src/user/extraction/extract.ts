import { createDraft, type Draft } from './draft.js'
import type { Memory } from './english/clause.js'
import { readEnglish } from './english/read-english.js'
import type { Extracted } from './extracted.js'
import { proseLines } from './prose.js'

export interface ExtractOptions {
  /** `you` is one of those spoken of, as in a dialogue of people; to an assistant it is nobody. */
  readonly hasAddressee?: boolean
}

/** What is read at once; a window ends where a line or a sentence does. */
export const WINDOW_CHARS = 8_192
/** What lies behind is not read. */
export const EXTRACT_MAX_CHARS = 65_536

const nothing: Extracted = { entities: [], statements: [], decisions: [] }

/**
 * What a text states, by rules alone: pure, in time linear to the text. What is asked, denied, supposed, wished, quoted,
 * told by others, or set in a story states nothing.
 *
 * @example extract('I live in Oslo').statements // attribute 'location', value [10, 14]
 */
export function extract(text: string, options: ExtractOptions = {}): Extracted {
  const limit = Math.min(text.length, EXTRACT_MAX_CHARS)
  const draft: Draft = createDraft(text)
  const memory: Memory = { persons: [], thing: null }
  for (let from = 0; from < limit; ) {
    const to = windowEnd(text, from, limit)
    readEnglish(draft, proseLines(text, from, to), memory, options.hasAddressee ?? false)
    from = to
  }
  const result = draft.finish()
  return result.statements.length === 0 && result.decisions.length === 0 ? nothing : result
}

function windowEnd(text: string, from: number, limit: number): number {
  const end = from + WINDOW_CHARS
  if (end >= limit) return limit
  for (const border of ['\n', '. ', '。', ' ']) {
    const at = text.lastIndexOf(border, end - border.length)
    if (at > from + WINDOW_CHARS / 2) return at + border.length
  }
  return end
}
