import { estimateTokens } from './tokens.js'

/** A stretch of a text: [start, end) in UTF-16 units. */
export type Passage = readonly [start: number, end: number]

/**
 * Parts a text into passages of at most `maxTokens` estimated tokens, in order, leaving nothing out: at the ends of
 * paragraphs where it can, else of lines, sentences, words; within a word only where it is longer than a passage.
 * A text that fits is one passage.
 */
export function passagesOf(text: string, maxTokens: number): Passage[] {
  const passages: Passage[] = []
  let start = 0
  while (start < text.length) {
    const end = endOfPassage(text, start, maxTokens)
    if (text.substring(start, end).trim() !== '') passages.push([start, end])
    start = end
  }
  return passages
}

/** The longest code point run that can be one token is far longer; this only bounds how far is looked. */
const CHARS_PER_TOKEN = 8

/** Where the passage ends that begins at `start`: behind it, and where `passagesOf` would cut. */
export function endOfPassage(text: string, start: number, maxTokens: number): number {
  let limit = Math.min(text.length, start + maxTokens * CHARS_PER_TOKEN)
  while (estimateTokens(text.substring(start, limit)) > maxTokens) {
    const isShort = limit - start <= 2
    if (isShort) break
    limit = start + Math.max(1, Math.floor((limit - start) * 0.8))
  }
  if (limit === text.length) return limit
  return borderBefore(text, start, limit) ?? wholeCharacter(text, limit)
}

/** From the strongest border to the weakest; each must leave a passage of at least half the room. */
const BORDERS = [/\n\s*\n/g, /\n/g, /[.!?。！？]["')\]」』]*\s*/g, /\s+/g] as const

function borderBefore(text: string, start: number, limit: number): number | undefined {
  const room = text.substring(start, limit)
  const least = room.length / 2
  for (const border of BORDERS) {
    let best: number | undefined
    for (const match of room.matchAll(border)) {
      const end = match.index + match[0].length
      if (end >= least && end < room.length) best = end
    }
    if (best !== undefined) return start + best
  }
  return undefined
}

function wholeCharacter(text: string, at: number): number {
  const isInside = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
  return isInside ? at - 1 : at
}
