import { type EmbeddingStats, embeddingStats } from '../embedding/embedding-stats.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { all, get, type Tx } from '../store/statement.js'
import { SEGMENT_VERSION } from '../text/segment.js'
import type { Spine } from './spine.js'

export interface Stats {
  readonly items: number
  readonly byKind: Readonly<Record<string, number>>
  readonly byTrust: Readonly<Record<string, number>>
  readonly sessions: number
  readonly forgotten: number
  readonly auditRows: number
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly index: { readonly indexed: number; readonly stale: number }
  readonly embedding: EmbeddingStats
}

/** Counts of the caller's own bank, and how far its index is. */
export function stats(spine: Spine, reach: Reach): Promise<Stats> {
  const bank = reach.writes
  const status = spine.embedding?.status(bank)
  return spine.store.read(function* look(): Tx<Stats> {
    const kinds = yield* all<{ name: string; n: number }>(
      sql`select kind as name, count(*) as n from item where bank = ${bank} group by kind order by kind`,
    )
    const trusts = yield* all<{ name: string; n: number }>(
      sql`select trust as name, count(*) as n from item where bank = ${bank} group by trust order by trust`,
    )
    const span = yield* get<{ first_at: number | null; last_at: number | null }>(
      sql`select min(occurred_at) as first_at, max(occurred_at) as last_at from item where bank = ${bank}`,
    )
    const index = yield* get<{ indexed: number; stale: number | null }>(sql`
      select count(*) as indexed, cast(sum(case when version <> ${SEGMENT_VERSION} then 1 else 0 end) as bigint) as stale
      from item_terms where bank = ${bank}`)
    const count = (rows: readonly { n: number }[]) => rows.reduce((total, { n }) => total + n, 0)
    return {
      items: count(kinds),
      byKind: Object.fromEntries(kinds.map(({ name, n }) => [name, n])),
      byTrust: Object.fromEntries(trusts.map(({ name, n }) => [name, n])),
      sessions: count(yield* all<{ n: number }>(sql`select count(*) as n from session where bank = ${bank}`)),
      forgotten: count(
        yield* all<{ n: number }>(sql`select count(*) as n from tombstone where bank = ${bank}`),
      ),
      auditRows: count(yield* all<{ n: number }>(sql`select count(*) as n from audit where bank = ${bank}`)),
      firstAt: span?.first_at ?? null,
      lastAt: span?.last_at ?? null,
      index: { indexed: index?.indexed ?? 0, stale: index?.stale ?? 0 },
      embedding: yield* embeddingStats(spine.embedding, bank, status),
    }
  })
}
