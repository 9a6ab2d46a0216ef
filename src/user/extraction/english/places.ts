import type { Word } from '../words.js'
import type { Clause } from './clause.js'
import { setOf, timeWords } from './lexicon.js'
import { isPreposition, nameEnd, type Phrase, thingAt } from './phrases.js'
import { isTool } from './tools.js'

/** A place by its name: `Lisbon`, `the Hague`, `San Francisco`; in chat style a word or two. */
export function placeAt(clause: Clause, at: number): Phrase | null {
  const { words, isChat } = clause
  const address = addressEnd(words, at)
  if (address > at) {
    const city = cityBehind(words, address)
    const named = city < 0 ? null : placeAt(clause, city)
    return named ?? { from: at, to: address }
  }
  // `we moved to Postgres`
  if (isTool(words[at]?.lower ?? '') || words[at]?.lower === 'vs') return null
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

/** The end of a street with its number: `Hauptstraße 5`, `12 Main Street`, `Elm Road`; or `at`. */
function addressEnd(words: Clause['words'], at: number): number {
  const isFirst = houseNumber.test(words[at]?.lower ?? '')
  const from = isFirst ? at + 1 : at
  const to = nameEnd(words, from)
  if (to === from) return at
  const isStreet = street.test(words[to - 1]!.lower) || streetHeads.has(words[from]!.lower)
  const number = words[to]
  const isLast =
    !isFirst && number !== undefined && houseNumber.test(number.lower) && isClosed(words[to + 1], isStreet)
  if (isFirst ? !isStreet : !isStreet && !isLast) return at
  return isLast ? to + 1 : to
}

const street =
  /(?:stra(?:ß|ss)e|str|gasse|allee|platz|weg|damm|ufer)$|^(?:street|st|road|rd|avenue|ave|lane|boulevard|blvd|drive|square|terrace|crescent)$/
const streetHeads = setOf('rue via calle avenida piazza plaza rua')
const houseNumber = /^\d{1,4}[a-z]?$/

/** `Berlin 5 years ago` holds no number of a house. */
function isClosed(word: Word | undefined, isStreet: boolean): boolean {
  return isStreet || word === undefined || word.kind === 'mark' || word.lower === 'in'
}

/** Where the city behind a street begins: `in Leipzig`, `, 04109 Leipzig`; or -1. */
function cityBehind(words: Clause['words'], at: number): number {
  const sign = words[at]?.lower
  if (sign !== ',' && sign !== 'in') return -1
  const city = words[at + 1]?.kind === 'number' ? at + 2 : at + 1
  return nameEnd(words, city) > city ? city : -1
}

const directions = setOf('north south east west northern southern eastern western central downtown')

const noPlace = setOf(
  `fear hope peace harmony town house apartment flat city village suburbs country place area studio basement home van car
  general particular fact trouble love sin denial luxury poverty silence neighborhood neighbourhood state dorm hotel
  building countryside hostel camper tent castle street past moment future present world bubble dream dreams mess`,
)
