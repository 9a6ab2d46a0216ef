import type { ItemId } from '../../items/item.js'
import { inInt, sql } from '../../store/sql.js'
import { all, get, type Tx } from '../../store/statement.js'
import { heldIn } from './verify-artifacts.js'

export interface ArtifactsWanted {
  /** Only those that events of this session hold. */
  readonly sessionRid?: number | undefined
  /** Only larger ones, in bytes. */
  readonly minBytes?: number | undefined
  /** Milliseconds UTC: from, and before. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly order: 'newest' | 'largest'
  readonly limit: number
  /** So many are passed over. */
  readonly skip: number
  /** Only what comes behind this one: by its time or its bytes, as they are ordered, then by its id. */
  readonly before?: { readonly value: number; readonly id: string } | undefined
}

export interface ListedArtifact {
  readonly id: ItemId
  readonly tool: string | null
  readonly mediaType: string
  readonly bytes: number
  readonly chars: number
  readonly lines: number
  /** Milliseconds UTC. */
  readonly at: number
  /** The first event that holds it; null where none does. */
  readonly event: { readonly session: string; readonly seq: number } | null
  readonly events: number
}

export interface ListedArtifacts {
  readonly artifacts: readonly ListedArtifact[]
  /** Of all that were asked for. */
  readonly total: number
  readonly totalBytes: number
}

/** The artifacts of a bank. */
export function* listArtifacts(
  bank: string,
  { sessionRid, minBytes = 0, since, until, order, limit, skip, before }: ArtifactsWanted,
): Tx<ListedArtifacts> {
  // A cross join is read in the order in which it is written: else SQLite would begin with all items of the bank.
  const matching = sql`
    i.bank = a.bank and i.rid = a.item_rid and a.bytes >= ${minBytes}
    ${sessionRid === undefined ? sql`` : sql`and ${heldIn(bank, sessionRid)}`}
    ${since === undefined ? sql`` : sql`and coalesce(i.occurred_at, i.recorded_at) >= ${since}`}
    ${until === undefined ? sql`` : sql`and coalesce(i.occurred_at, i.recorded_at) < ${until}`}`
  const sums = yield* get<{ total: number; bytes: number }>(sql`
    select count(*) as total, cast(coalesce(sum(a.bytes), 0) as bigint) as bytes
    from artifact a cross join item i where a.bank = ${bank} and ${matching}`)
  const value = order === 'largest' ? sql`a.bytes` : sql`coalesce(i.occurred_at, i.recorded_at)`
  const behind =
    before === undefined
      ? sql``
      : sql`and ${value} <= ${before.value} and (${value} < ${before.value} or i.id < ${before.id})`
  const rows = yield* all<Omit<ListedArtifact, 'event' | 'events'> & { rid: number }>(sql`
    select i.rid, i.id, a.tool, a.media_type as "mediaType", a.bytes, a.chars, a.lines,
      coalesce(i.occurred_at, i.recorded_at) as at
    from artifact a cross join item i where a.bank = ${bank} and ${matching} ${behind}
    order by ${value} desc, i.id desc
    limit ${limit} offset ${skip}`)
  const holders = yield* all<{ rid: number; session: string; seq: number }>(sql`
    select i.rid, s.name as session, t.seq from item i
    join lineage l on l.bank = i.bank and l.item_id = i.id
    join item e on e.bank = l.bank and e.id = l.source_id
    join turn t on t.bank = e.bank and t.item_rid = e.rid
    join session s on s.bank = t.bank and s.rid = t.session_rid
    where i.bank = ${bank} and i.rid ${inInt(rows.map(({ rid }) => rid))} order by e.rid`)
  return {
    total: sums?.total ?? 0,
    totalBytes: sums?.bytes ?? 0,
    artifacts: rows.map(({ rid, ...row }) => {
      const [first, ...more] = holders.filter((one) => one.rid === rid)
      if (first === undefined) return { ...row, event: null, events: 0 }
      return { ...row, event: { session: first.session, seq: first.seq }, events: 1 + more.length }
    }),
  }
}
