import { clip } from '../../text/clip.js'
import { estimateTokens } from '../../text/tokens.js'

/**
 * The beginning of a text that takes at most so many tokens by estimate: of Chinese a fifth as many characters as of
 * English. It ends behind a word where one ends near.
 */
export function cutToTokens(text: string, maxTokens: number): string {
  // No text has more characters to a token than these: what lies behind need not be weighed.
  const head = clip(text, maxTokens * MOST_CHARS)
  if (head.length === text.length && estimateTokens(text) <= maxTokens) return text
  let fits = 0
  let tooLong = head.length + 1
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (estimateTokens(clip(head, middle)) <= maxTokens) fits = middle
    else tooLong = middle
  }
  const cut = clip(head, fits)
  const word = cut.lastIndexOf(' ')
  return word > cut.length - LONGEST_WORD && word > 0 ? clip(cut, word) : cut
}

const MOST_CHARS = 12
const LONGEST_WORD = 24
