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
  /** By words: 1 for each word of the request that this record alone has, and in its name or description. */
  readonly evidence: number
}

/** What the words of a request tell of each record that has any of them, or of their subjects; in no order. */
export function wordScores(request: string, entries: readonly WordedEntry[]): Score[] {
  const probe = probeOf(request)
  const holders = entries
    .map((entry) => ({ entry, held: heldIn(entry.indexed.split(' '), probe) }))
    .filter(({ held }) => held.terms.includes(true) || held.subjects.includes(true))
  const worths: Worths = {
    terms: probe.terms.map(
      ({ worth }, term) => worth * rarity(holders, ({ terms }) => terms[term], entries.length),
    ),
    subjects: probe.subjects.map(
      ({ worth }, subject) => worth * rarity(holders, ({ subjects }) => subjects[subject], entries.length),
    ),
  }
  return holders.map(({ entry, held }) => {
    const head = `${entry.name}\n${entry.description}`.normalize('NFKC').toLowerCase()
    return { id: entry.id, evidence: evidenceOf(probe, worths, held, head) }
  })
}

/** What finding each is worth, with these records. */
interface Worths {
  readonly terms: readonly number[]
  readonly subjects: readonly number[]
}

/** A word in the body alone, beside one in the name or description. */
const IN_BODY = 0.8
/** A word of the same subject, beside the word itself. */
const RELATED = 0.7

/**
 * Each word of the request counts once: for itself where the record has it, else for a subject that none counted for. A
 * stem nearly always stands in its word, so the head need not be segmented for it.
 */
function evidenceOf(probe: Probe, worths: Worths, held: Held, head: string): number {
  const place = (words: readonly (readonly string[])[]) =>
    words.some((tokens) => tokens.every((token) => head.includes(token))) ? 1 : IN_BODY
  const wordsOf = (subject: number) => probe.subjects[subject]!.words
  const spent = new Set<number>()
  let evidence = 0
  for (const [term, { token, subjects }] of probe.terms.entries()) {
    if (held.terms[term] !== true) continue
    evidence += place([[token]]) * worths.terms[term]!
    for (const subject of subjects) spent.add(subject)
  }
  for (const [term, { subjects }] of probe.terms.entries()) {
    if (held.terms[term] === true) continue
    const [best] = subjects
      .filter((subject) => held.subjects[subject] === true && !spent.has(subject))
      .map((subject) => ({ subject, worth: place(wordsOf(subject)) * worths.subjects[subject]! }))
      .sort((a, b) => b.worth - a.worth)
    if (best === undefined) continue
    evidence += RELATED * best.worth
    spent.add(best.subject)
  }
  return evidence
}

/** Of a few records every word is in most: they are weighed as if they were some among so many. */
const FEWEST = 100

/** 1 for what one record has, near 0 for what most have: the inverse frequency over the manifest. */
function rarity(
  holders: readonly { readonly held: Held }[],
  isIn: (held: Held) => boolean | undefined,
  records: number,
): number {
  const frequency = holders.reduce((sum, { held }) => (isIn(held) === true ? sum + 1 : sum), 0)
  const all = Math.max(records, FEWEST)
  const inverse = (times: number) => Math.log(1 + (all - times + 0.5) / (times + 0.5))
  return Math.min(1, inverse(frequency) / inverse(1))
}
