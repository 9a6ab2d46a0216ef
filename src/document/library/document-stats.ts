import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'
import { SEGMENT_VERSION } from '../../text/segment.js'

export interface DocumentStats {
  readonly documents: number
  readonly published: number
  readonly pending: number
  /** Of all versions, those that several share once. */
  readonly sections: number
  /** Sections that search finds. */
  readonly indexed: number
  /** Of these, cut into words by an older version. */
  readonly stale: number
}

/** The documents of some banks together, in numbers. */
export function* documentStats(reaches: readonly Reach[]): Tx<DocumentStats> {
  const total = { documents: 0, published: 0, pending: 0, sections: 0, indexed: 0, stale: 0 }
  for (const { writes: bank } of reaches) {
    const row = yield* get<DocumentStats>(sql`
      select
        (select count(*) from document where bank = ${bank} and latest > 0) as documents,
        (select count(*) from document where bank = ${bank} and published is not null) as published,
        (select count(*) from document where bank = ${bank} and latest > 0 and status = 'pending') as pending,
        (select count(*) from section where bank = ${bank}) as sections,
        (select count(*) from item_terms where bank = ${bank}) as indexed,
        (select count(*) from item_terms where bank = ${bank} and version <> ${SEGMENT_VERSION}) as stale`)
    for (const key of Object.keys(total) as (keyof DocumentStats)[]) total[key] += row?.[key] ?? 0
  }
  return total
}
