import type { ItemId } from '../../items/item.js'
import { isSingle } from '../../search/term-worth.js'
import { parseQuery, type QueryTerm } from '../../text/query.js'
import { segment } from '../../text/segment.js'
import type { ManifestEntry } from './manifest.js'
import { plainRequest } from './plain-request.js'
import { isRequestWord } from './request-words.js'

/** An entry with the words of its record. */
export interface WordedEntry extends ManifestEntry {
  /** Name, description and body as the index has them: words and parts, a space before and behind each. */
  readonly indexed: string
}

/** How far the words of a request and of a record are the same. */
export interface WordScore {
  readonly id: ItemId
  /** 1 for each word of the request that no other record has and that stands in the description; less for others. */
  readonly evidence: number
  /** Share of the request's worth that the record holds, in [0, 1]. */
  readonly coverage: number
}

/** What the words of a request tell of each record that has any of them, in no order. */
export function wordScores(request: string, entries: readonly WordedEntry[]): WordScore[] {
  const { terms } = parseQuery(plainRequest(request))
  const needles = terms.map(({ token }) => ` ${token} `)
  const holders = entries
    .map((entry) => ({ entry, held: needles.map((needle) => entry.indexed.includes(needle)) }))
    .filter(({ held }) => held.includes(true))
  const worth = terms.map((term, index) => {
    const frequency = holders.reduce((sum, { held }) => sum + Number(held[index]), 0)
    return worthOf(term, frequency, entries.length)
  })
  const asked = worth.reduce((sum, one) => sum + one, 0)
  return holders.map(({ entry, held }) => {
    const name = tokensOf(entry.name)
    const description = tokensOf(entry.description)
    let evidence = 0
    let covered = 0
    for (const [index, { token }] of terms.entries()) {
      if (held[index] !== true) continue
      const place = description.has(token)
        ? WEIGHTS.description
        : name.has(token)
          ? WEIGHTS.name
          : WEIGHTS.body
      evidence += place * worth[index]!
      covered += worth[index]!
    }
    return { id: entry.id, evidence, coverage: asked === 0 ? 0 : covered / asked }
  })
}

export const WEIGHTS = { description: 1, name: 1, body: 0.5, requestWord: 0.3, fewest: 100 }

/** Of a few records every word is in most: they are weighed as if they were some among so many. */
function worthOf(term: QueryTerm, frequency: number, records: number): number {
  const all = Math.max(records, WEIGHTS.fewest)
  const rare = Math.log(1 + (all - frequency + 0.5) / (frequency + 0.5)) / Math.log(1 + (all - 0.5) / 1.5)
  const own = isSingle(term) ? 0 : term.weight
  return Math.min(1, rare) * own * (isRequestWord(term.form) ? WEIGHTS.requestWord : 1)
}

function tokensOf(text: string): ReadonlySet<string> {
  const { words, parts } = segment(text)
  return new Set([...words, ...parts])
}
