import { numberNamed } from './calendar-names.js'
import type { WallRange } from './time-expression.js'

/** An English question as its rules read it: tokens, and the wall clock they are read against. */
export interface Reader {
  readonly tokens: readonly Token[]
  readonly nowWall: number
  readonly today: number
  /** How many relations (`the day before …`) stand around this one. */
  readonly depth: number
}

/** `the day before the day before …` must not be read in quadratic time. */
export const MAX_DEPTH = 3

/** A range and the index of the first token behind it. */
export interface Match {
  readonly range: WallRange
  readonly next: number
}

export interface Token {
  /** Lower case. */
  readonly word: string
  readonly isCapital: boolean
  readonly start: number
  readonly end: number
}

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(TOKEN)) {
    const raw = match[0]
    const word = raw.toLowerCase()
    tokens.push({ word, isCapital: raw !== word, start: match.index, end: match.index + raw.length })
  }
  return tokens
}

const TOKEN = /[a-z][a-z0-9]*|\d+(?:st|nd|rd|th|s)?(?![a-z0-9])|\d+|[^\s\w]/gi

export function word(reader: Reader, at: number): string {
  return reader.tokens[at]?.word ?? ''
}

/** Index behind the words if they stand at `at`, else -1. */
export function skip(reader: Reader, at: number, ...words: readonly string[]): number {
  for (const [index, expected] of words.entries()) if (word(reader, at + index) !== expected) return -1
  return at + words.length
}

export function skipThe(reader: Reader, at: number): number {
  return word(reader, at) === 'the' ? at + 1 : at
}

export function match(range: WallRange | undefined, next: number): Match | undefined {
  return range === undefined ? undefined : { range, next }
}

export function digits(reader: Reader, at: number): number | undefined {
  return /^\d{1,4}$/.test(word(reader, at)) ? Number(word(reader, at)) : undefined
}

/** True when the tokens from `from` to `to` stand without spaces between them. */
export function touches(reader: Reader, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const next = reader.tokens[at + 1]
    if (next === undefined || (reader.tokens[at] as Token).end !== next.start) return false
  }
  return true
}

/** True when a sign that is not the sentence's own stands right before the token: 3.10, #2023, $2000. */
export function touchesSign(reader: Reader, at: number): boolean {
  return at > 0 && touches(reader, at - 1, at) && !/^[("'“‘,;]$/.test(word(reader, at - 1))
}

export function isYear(number: number): boolean {
  return number >= 1900 && number <= 2099
}

/** A count and where its unit stands: `three`, `a couple of`, `a few`. */
export function countAt(reader: Reader, at: number): { count: number; next: number } | undefined {
  const start =
    (word(reader, at) === 'a' || word(reader, at) === 'the') && /^(couple|few)$/.test(word(reader, at + 1))
      ? at + 1
      : at
  const count = numberNamed(word(reader, start))
  if (count === undefined || touchesSign(reader, start)) return undefined
  return { count, next: word(reader, start + 1) === 'of' ? start + 2 : start + 1 }
}

export function unitOf(name: string): string | undefined {
  return UNITS.get(name)
}

const UNITS: ReadonlyMap<string, string> = new Map(
  ['day', 'week', 'weekend', 'month', 'quarter', 'year'].flatMap((unit) => [
    [unit, unit],
    [`${unit}s`, unit],
  ]),
)
