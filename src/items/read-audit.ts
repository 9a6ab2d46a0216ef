import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import type { Spine } from './spine.js'

export interface AuditQuery {
  readonly actor?: string | undefined
  readonly operation?: string | undefined
  /** Milliseconds UTC. */
  readonly since?: number | undefined
  readonly limit: number
}

export interface AuditLine {
  readonly at: number
  readonly actor: string
  readonly operation: string
  /** `read`, `done`, or the code of a refusal. */
  readonly outcome: string
  readonly ids: readonly string[]
  readonly counts: Readonly<Record<string, number>>
}

/** Writes, refusals and reads of the caller's bank, newest first. */
export function readAudit(spine: Spine, reach: Reach, query: AuditQuery): Promise<AuditLine[]> {
  const { actor = null, operation = null, since = 0, limit } = query
  return spine.store.read(function* look(): Tx<AuditLine[]> {
    const rows = yield* all<Row>(sql`
      select at, actor, operation, outcome, ids, counts from (
        select at, actor, operation, outcome, ids, counts, seq as place from audit where bank = ${reach.writes}
        union all
        select at, actor, operation, 'read' as outcome, '[]' as ids, counts, rid as place
        from audit_read where bank = ${reach.writes}
      ) as log
      where at >= ${since}
        and (cast(${actor} as text) is null or actor = ${actor})
        and (cast(${operation} as text) is null or operation = ${operation})
      order by at desc, place desc
      limit ${limit}`)
    return rows.map((row) => ({ ...row, ids: JSON.parse(row.ids), counts: JSON.parse(row.counts) }))
  })
}

interface Row {
  readonly at: number
  readonly actor: string
  readonly operation: string
  readonly outcome: string
  readonly ids: string
  readonly counts: string
}
