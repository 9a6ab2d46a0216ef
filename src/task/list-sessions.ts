import { sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import { shownTitleOf } from './session-turns.js'

export interface SessionsWanted {
  readonly channel?: string | undefined
  /** Made before this one: the id of a session. */
  readonly before?: string | undefined
  readonly limit: number
}

/** A session in a list. Times are milliseconds UTC. */
export interface ListedSession {
  readonly rid: number
  readonly id: string
  readonly name: string
  readonly title: string | null
  readonly channel: string | null
  /** Those that are there; what was forgotten left its number alone. */
  readonly events: number
  readonly messages: number
  readonly lastSeq: number
  readonly firstAt: number
  readonly lastAt: number
}

/** The sessions of a bank, the one that was made last first: ids grow with time. */
export function* listSessions(bank: string, { channel, before, limit }: SessionsWanted): Tx<ListedSession[]> {
  const at = sql`coalesce(i.occurred_at, i.recorded_at)`
  const event = sql`
    from turn t join item i on i.bank = t.bank and i.rid = t.item_rid
    where t.bank = s.bank and t.session_rid = s.rid`
  return yield* all<ListedSession>(sql`
    select s.rid, s.id, s.name, ${shownTitleOf()} as title, s.channel,
      (select count(*) from turn t where t.bank = s.bank and t.session_rid = s.rid and t.item_rid is not null) as events,
      (select count(*) from turn t where t.bank = s.bank and t.session_rid = s.rid and t.type = 'message'
        and t.item_rid is not null) as messages,
      (select t.seq from turn t where t.bank = s.bank and t.session_rid = s.rid order by t.seq desc limit 1) as "lastSeq",
      (select ${at} ${event} order by t.seq limit 1) as "firstAt",
      (select ${at} ${event} order by t.seq desc limit 1) as "lastAt"
    from session s
    where s.bank = ${bank}
      ${channel === undefined ? sql`` : sql`and s.channel = ${channel}`}
      ${before === undefined ? sql`` : sql`and s.id < ${before}`}
    order by s.id desc limit ${limit}`)
}
