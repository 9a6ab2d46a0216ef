import { listInt, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import type { Meaning } from './meaning.js'
import { cosine, readVector } from './vector.js'

/** The cosine of a question and the nearest passage of each of these items, by row number; those without are left out. */
export function* nearnessOf(
  bank: string,
  { vector, model }: Extract<Meaning, { outcome: 'found' }>,
  itemRids: readonly number[],
): Tx<ReadonlyMap<number, number>> {
  const best = new Map<number, number>()
  for (const { item_rid, vector: bytes } of yield* vectorsOf(bank, model, itemRids)) {
    const passage = readVector(bytes, vector.length)
    if (passage === undefined) continue
    best.set(item_rid, Math.max(best.get(item_rid) ?? -1, cosine(vector, passage)))
  }
  return best
}

/** Of a long text so many passages are looked at; a later one that is near was found as such. */
const PARTS_WEIGHED = 16

/**
 * The vectors of these items' texts as they are now; none where another process began with another model since the
 * question was embedded. `cross join`: SQLite is to begin with the items.
 */
function vectorsOf(bank: string, model: string, itemRids: readonly number[]) {
  return all<{ item_rid: number; vector: Uint8Array }>(sql`
    select i.rid as item_rid, e.vector
    from ${listInt(itemRids)} as wanted
    cross join item i
    join embedding_bank m on m.bank = i.bank and m.model = ${model}
    join embedding e on e.bank = i.bank and e.text_rid = i.text_rid and e.part < ${PARTS_WEIGHED}
    where i.bank = ${bank} and i.rid = wanted.value and e.vector is not null`)
}
