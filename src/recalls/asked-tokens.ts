import { parseQuery } from '../text/query.js'

/**
 * The tokens that a question asks for, or asks to leave out, joined by spaces: with one of them it may tell of an item
 * that has it. Null where its end was not looked at, so that it may tell of any.
 */
export function askedTokens(question: string): string | null {
  const { terms, excluded, clipped } = parseQuery(question)
  if (clipped) return null
  const tokens = new Set(terms.flatMap(({ token, weight }) => (weight > CHANCE ? [token] : [])))
  for (const phrase of excluded) for (const token of phrase.tokens) tokens.add(token)
  return [...tokens].join(' ')
}

/** What a single character of a Chinese run weighs at most: its pairs say what is meant. */
const CHANCE = 0.1
