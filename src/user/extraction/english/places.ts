import type { Clause } from './clause.js'
import { setOf, timeWords } from './lexicon.js'
import { isPreposition, nameEnd, type Phrase, thingAt } from './phrases.js'

/** A place by its name: `Lisbon`, `the Hague`, `San Francisco`; in chat style a word or two. */
export function placeAt({ words, isChat }: Clause, at: number): Phrase | null {
  const from = words[at]?.lower === 'the' ? at + 1 : at
  const named = nameEnd(words, from)
  if (named > from) return { from: words[at]?.isCapital ? at : from, to: named }
  if (directions.has(words[from]?.lower ?? '') && words[from + 1]?.isCapital) {
    const to = nameEnd(words, from + 1)
    return to > from + 1 ? { from, to } : null
  }
  if (!isChat) return null
  const phrase = thingAt(words, at)
  if (phrase === null || phrase.to - phrase.from > 3 || words[at]?.lower !== words[phrase.from]?.lower)
    return null
  const { lower } = words[phrase.from]!
  if (noPlace.has(lower) || (words[at]!.lower !== lower && noPlace.has(words[phrase.to - 1]!.lower)))
    return null
  return isPreposition(lower) || timeWords.has(lower) ? null : phrase
}

const directions = setOf('north south east west northern southern eastern western central downtown')

const noPlace = setOf(
  `fear hope peace harmony town house apartment flat city village suburbs country place area studio basement home van car
  general particular fact trouble love sin denial luxury poverty silence neighborhood neighbourhood state dorm hotel
  building countryside hostel camper tent castle street past moment future present world bubble dream dreams mess`,
)
