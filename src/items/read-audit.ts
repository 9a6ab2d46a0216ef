import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import type { Spine } from './spine.js'

export interface AuditQuery {
  readonly actor?: string | undefined
  readonly operation?: string | undefined
  /** `read`, `done`, the code of a refusal, or `refused` for every refusal. */
  readonly outcome?: string | undefined
  /** Milliseconds UTC; `until` itself is outside. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly limit: number
  /** Where the page before ended, in each of the banks. */
  readonly after?: readonly AuditPlace[] | undefined
}

/** How far the log of one bank was shown: its writes by their number, its reads by their time, and how many of that time. */
export interface AuditPlace {
  readonly seq: number
  readonly readAt: number
  readonly readsAt: number
}

export interface AuditLine {
  readonly at: number
  readonly bank: string
  /** Its number in the chain of its bank; null for a read, which stands in none. */
  readonly seq: number | null
  readonly actor: string
  readonly operation: string
  /** `read`, `done`, or the code of a refusal. */
  readonly outcome: string
  readonly ids: readonly string[]
  readonly counts: Readonly<Record<string, number>>
}

export interface AuditPage {
  readonly lines: readonly AuditLine[]
  /** Undefined when these were the last. */
  readonly next: readonly AuditPlace[] | undefined
}

/** Writes, refusals and reads of the caller's banks, newest first; what one bank wrote stays in its order. */
export function readAudit(spine: Spine, reaches: readonly Reach[], query: AuditQuery): Promise<AuditPage> {
  return spine.store.read(function* look(): Tx<AuditPage> {
    const places = reaches.map((_, index) => query.after?.[index] ?? NEWEST)
    const logs: Log[] = []
    for (const [index, { writes }] of reaches.entries()) {
      const place = places[index] ?? NEWEST
      logs.push({ index, rows: yield* writesOf(writes, query, place) })
      logs.push({ index, rows: yield* readsOf(writes, query, place) })
    }
    const lines: AuditLine[] = []
    for (;;) {
      const [log] = logs.filter(({ rows }) => rows.length > 0).sort((a, b) => timeOf(b) - timeOf(a))
      const line = log?.rows[0]
      if (log === undefined || line === undefined) return { lines, next: undefined }
      if (lines.length === query.limit) return { lines, next: places }
      log.rows.shift()
      lines.push(line)
      places[log.index] = behind(places[log.index] ?? NEWEST, line)
    }
  })
}

const NEWEST: AuditPlace = { seq: Number.MAX_SAFE_INTEGER, readAt: Number.MAX_SAFE_INTEGER, readsAt: 0 }

interface Log {
  readonly index: number
  readonly rows: AuditLine[]
}

const timeOf = ({ rows }: Log) => rows[0]?.at ?? 0

function behind(place: AuditPlace, { seq, at }: AuditLine): AuditPlace {
  if (seq !== null) return { ...place, seq }
  return { ...place, readAt: at, readsAt: at === place.readAt ? place.readsAt + 1 : 1 }
}

function* writesOf(bank: string, query: AuditQuery, { seq }: AuditPlace): Tx<AuditLine[]> {
  const { actor = null, operation = null, outcome, since = 0, until = Number.MAX_SAFE_INTEGER, limit } = query
  if (outcome === 'read') return []
  const came =
    outcome === undefined
      ? sql`1 = 1`
      : outcome === 'refused'
        ? sql`outcome <> 'done'`
        : sql`outcome = ${outcome}`
  const rows = yield* all<Row>(sql`
    select seq, at, actor, operation, outcome, ids, counts from audit
    where bank = ${bank} and seq < ${seq} and at >= ${since} and at < ${until} and ${came}
      and (cast(${actor} as text) is null or actor = ${actor})
      and (cast(${operation} as text) is null or operation = ${operation})
    order by seq desc limit ${limit + 1}`)
  return rows.map((row) => ({ ...row, bank, ids: JSON.parse(row.ids), counts: JSON.parse(row.counts) }))
}

function* readsOf(bank: string, query: AuditQuery, { readAt, readsAt }: AuditPlace): Tx<AuditLine[]> {
  const { actor = null, operation = null, outcome, since = 0, until = Number.MAX_SAFE_INTEGER, limit } = query
  if (outcome !== undefined && outcome !== 'read') return []
  const rows = yield* all<Omit<Row, 'seq' | 'ids' | 'outcome'>>(sql`
    select at, actor, operation, counts from audit_read
    where bank = ${bank} and at <= ${readAt} and at >= ${since} and at < ${until}
      and (cast(${actor} as text) is null or actor = ${actor})
      and (cast(${operation} as text) is null or operation = ${operation})
    order by at desc, rid desc limit ${limit + 1 + readsAt}`)
  const shown = rows.findIndex(({ at }, index) => at < readAt || index === readsAt)
  return (shown < 0 ? [] : rows.slice(shown)).map(({ counts, ...row }) => ({
    ...row,
    bank,
    seq: null,
    outcome: 'read',
    ids: [],
    counts: JSON.parse(counts),
  }))
}

interface Row {
  readonly seq: number
  readonly at: number
  readonly actor: string
  readonly operation: string
  readonly outcome: string
  readonly ids: string
  readonly counts: string
}
