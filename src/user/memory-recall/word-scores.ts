import type { ItemId } from '../../items/item.js'
import type { ManifestEntry } from './manifest.js'
import { type Held, heldIn, type Probe, probeOf } from './probe.js'

/** An entry with the words of its record. */
export interface WordedEntry extends ManifestEntry {
  /** Name, description and body as the index has them: words and parts, a space between. */
  readonly indexed: string
}

/** How much a record has to do with a request. */
export interface Score {
  readonly id: ItemId
  /** By words: 1 for each word of the request that this record alone has, and in its name. */
  readonly evidence: number
}

/** What the words of a request tell of the records. */
export interface WordScores {
  /** Of each record that has any of them, or of their subjects; in no order. */
  readonly scores: readonly Score[]
  /** The evidence for a record that would have them all in its name. */
  readonly asked: number
}

export function wordScores(request: string, entries: readonly WordedEntry[]): WordScores {
  const probe = probeOf(request)
  const holders = entries
    .map((entry) => ({ entry, held: heldIn(entry.indexed.split(' '), probe) }))
    .filter(({ held }) => held.terms.includes(true) || held.subjects.includes(true))
  const frequencies = probe.terms.map((_, term) => countOf(holders, ({ held }) => held.terms[term]))
  const worths: Worths = {
    terms: probe.terms.map(({ worth }, term) => worth * rarity(frequencies[term]!, entries.length)),
    subjects: probe.subjects.map(
      ({ worth }, subject) =>
        worth *
        rarity(
          countOf(holders, ({ held }) => held.subjects[subject]),
          entries.length,
        ),
    ),
  }
  return {
    scores: holders.map(({ entry, held }) => ({
      id: entry.id,
      evidence: evidenceOf(probe, worths, held, placesIn(entry)),
    })),
    asked: askedBy(probe, worths, frequencies),
  }
}

/** What finding each is worth, with these records. */
interface Worths {
  readonly terms: readonly number[]
  readonly subjects: readonly number[]
}

/** What a word is worth that is not in the name, but in the description, or in the body alone. */
const IN_DESCRIPTION = 0.8
const IN_BODY = 0.65
/** A word of the same subject, beside the word itself. */
const RELATED = 0.8

/** Each piece of the request counts once: for the best of its words, pairs and subjects that the record has. */
function evidenceOf(
  { pieces, terms, subjects }: Probe,
  worths: Worths,
  held: Held,
  placeOf: (tokens: readonly string[]) => number,
): number {
  const byTerm = terms.map(({ token }, term) =>
    held.terms[term] === true ? placeOf([token]) * worths.terms[term]! : 0,
  )
  const bySubject = subjects.map(({ words }, subject) =>
    held.subjects[subject] === true
      ? RELATED * Math.max(...words.map(placeOf)) * worths.subjects[subject]!
      : 0,
  )
  return pieces.reduce(
    (sum, piece) =>
      sum +
      piece.share *
        Math.max(
          0,
          ...piece.terms.map((term) => byTerm[term]!),
          ...piece.subjects.map((subject) => bySubject[subject]!),
        ),
    0,
  )
}

/** A stem nearly always stands in its word, so name and description need not be segmented. */
function placesIn({ name, description }: ManifestEntry): (tokens: readonly string[]) => number {
  const [inName, inDescription] = [name, description].map((text) => text.normalize('NFKC').toLowerCase())
  return (tokens) => {
    if (tokens.every((token) => inName!.includes(token))) return 1
    return tokens.every((token) => inDescription!.includes(token)) ? IN_DESCRIPTION : IN_BODY
  }
}

/**
 * Of a character, the pair that some record has is likely the word it is in; where none has any, the pair that tells
 * least: others reach across the border of a word.
 */
function askedBy({ pieces, terms }: Probe, worths: Worths, frequencies: readonly number[]): number {
  return pieces.reduce((sum, piece) => {
    const known = piece.terms.filter((term) => frequencies[term]! > 0)
    const worth =
      known.length > 0
        ? Math.max(...known.map((term) => worths.terms[term]!))
        : Math.min(...piece.terms.map((term) => terms[term]!.worth))
    return sum + piece.share * worth
  }, 0)
}

function countOf<T>(holders: readonly T[], isIn: (holder: T) => boolean | undefined): number {
  return holders.reduce((sum, holder) => (isIn(holder) === true ? sum + 1 : sum), 0)
}

/** Of a few records every word is in most: they are weighed as if they were some among so many. */
const FEWEST = 100

/** 1 for what one record has, near 0 for what most have: the inverse frequency over the manifest. */
function rarity(frequency: number, records: number): number {
  const all = Math.max(records, FEWEST)
  const inverse = (times: number) => Math.log(1 + (all - times + 0.5) / (times + 0.5))
  return Math.min(1, inverse(frequency) / inverse(1))
}
