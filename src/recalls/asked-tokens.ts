import { parseQuery } from '../text/query.js'
import { segment } from '../text/segment.js'

/**
 * The tokens that a question asks for, or asks to leave out, joined by spaces: with one of them it may tell of an item
 * that has it. Of one that is too long to be asked in full, all of them; null where they are too many to be kept, so
 * that it may tell of any item.
 */
export function askedTokens(question: string): string | null {
  const { terms, excluded, clipped } = parseQuery(question)
  if (clipped) {
    const { words, parts } = segment(question)
    const tokens = new Set([...words, ...parts])
    return tokens.size > MOST_TOKENS ? null : [...tokens].join(' ')
  }
  const tokens = new Set(terms.flatMap(({ token, weight }) => (weight > CHANCE ? [token] : [])))
  for (const phrase of excluded) for (const token of phrase.tokens) tokens.add(token)
  return [...tokens].join(' ')
}

/** A page of English has about 350. */
const MOST_TOKENS = 512

/** What a single character of a Chinese run weighs at most: its pairs say what is meant. */
const CHANCE = 0.1
