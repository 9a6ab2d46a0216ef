import type { Meaning } from '../../search/vectors/meaning.js'
import { nearnessOf } from '../../search/vectors/nearness.js'
import { inText, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import type { ManifestEntry } from './manifest.js'
import type { MeantEntry } from './meaning-selector.js'

/**
 * Adds to each entry what it can be judged by without a model: the words of its record, as they stand in the index, and
 * how near it is to the request where that is known of its bank. Entries whose record is gone by now are left out.
 */
export function* withEvidence(
  entries: readonly ManifestEntry[],
  meanings: ReadonlyMap<string, Meaning>,
): Tx<MeantEntry[]> {
  const evidence = new Map<string, Pick<MeantEntry, 'indexed' | 'nearness'>>()
  for (const bank of new Set(entries.map((entry) => entry.bank))) {
    const ids = entries.filter((entry) => entry.bank === bank).map(({ id }) => id)
    const rows = yield* all<Row>(sql`
      select i.id, i.rid, substr(t.words, 1, ${INDEXED_CHARS}) as words, substr(t.parts, 1, ${INDEXED_CHARS}) as parts
      from item i
      join item_terms t on t.bank = i.bank and t.rid = i.text_rid
      where i.bank = ${bank} and i.id ${inText(ids)}`)
    const meaning = meanings.get(bank)
    const nearness =
      meaning?.outcome === 'found'
        ? yield* nearnessOf(
            bank,
            meaning,
            rows.map(({ rid }) => rid),
          )
        : undefined
    for (const { id, rid, words, parts } of rows)
      evidence.set(id, { indexed: ` ${words} ${parts} `, nearness: nearness?.get(rid) ?? null })
  }
  return entries.flatMap((entry) => {
    const known = evidence.get(entry.id)
    return known === undefined ? [] : [{ ...entry, ...known }]
  })
}

interface Row {
  readonly id: string
  readonly rid: number
  readonly words: string
  readonly parts: string
}

/** Of a body, so much is compared: two hundred of the longest would take a tenth of a second. */
const INDEXED_CHARS = 20_000
