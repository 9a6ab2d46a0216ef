import { type Sql, sql } from '../store/sql.js'
import { all, get, run, type Tx, unwaited } from '../store/statement.js'
import { titleOf } from './session-turns.js'

export interface SessionsWanted {
  readonly channel?: string | undefined
  /** Behind this one in the list. */
  readonly before?: SessionPlace | undefined
  readonly limit: number
}

/** Where a session stands in the list. */
export interface SessionPlace {
  readonly id: string
  readonly lastAt: number
}

/** A session in a list. Times are milliseconds UTC. */
export interface ListedSession extends SessionPlace {
  readonly rid: number
  readonly name: string
  readonly title: string | null
  readonly channel: string | null
  /** Those that are there; what was forgotten left its number alone. */
  readonly events: number
  readonly messages: number
  readonly lastSeq: number
  readonly firstAt: number
}

/**
 * The sessions of a bank, the one in which something happened last first. When that was stands with each, but for those
 * that have lost an event to forgetting and got no other since: there it is looked up.
 */
export function* listSessions(bank: string, wanted: SessionsWanted): Tx<ListedSession[]> {
  const noted = sql`select s.*, s.last_at as "lastAt" from session s where s.bank = ${bank} and s.last_at is not null`
  const lost = sql`select s.*, ${timeAt(sql`t.seq desc`)} as "lastAt" from session s where s.bank = ${bank} and s.last_at is null`
  const listed = [...(yield* listOf(bank, noted, wanted)), ...(yield* listOf(bank, lost, wanted))]
  listed.sort((a, b) => b.lastAt - a.lastAt || (a.id < b.id ? 1 : -1))
  return listed.slice(0, wanted.limit) // slice-ok: a list
}

function listOf(bank: string, sessions: Sql, { channel, before, limit }: SessionsWanted) {
  return all<ListedSession>(sql`
    select s.rid, s.id, s.name, ${titleOf()} as title, s.channel,
      (select count(*) from turn t where t.bank = s.bank and t.session_rid = s.rid and t.item_rid is not null) as events,
      (select count(*) from turn t where t.bank = s.bank and t.session_rid = s.rid and t.type = 'message'
        and t.item_rid is not null) as messages,
      (select t.seq from turn t where t.bank = s.bank and t.session_rid = s.rid order by t.seq desc limit 1) as "lastSeq",
      ${timeAt(sql`t.seq`)} as "firstAt",
      s."lastAt"
    from (${sessions}) as s
    where s.bank = ${bank}
      ${channel === undefined ? sql`` : sql`and s.channel = ${channel}`}
      ${before === undefined ? sql`` : sql`and s."lastAt" <= ${before.lastAt} and (s."lastAt", s.id) < (${before.lastAt}, ${before.id})`}
    order by s."lastAt" desc, s.id desc limit ${limit}`)
}

/** Once events were put into a session: when something happened last in it. */
export function* noteLast(bank: string, rid: number): Tx<void> {
  yield* unwaited(
    run(sql`
      update session set last_at = (select ${timeAt(sql`t.seq desc`)} from session s where s.bank = ${bank} and s.rid = ${rid})
      where bank = ${bank} and rid = ${rid}`),
  )
}

/** Once one of its events was forgotten: it is not walked through for each of them. */
export function* forgetLast(bank: string, rid: number): Tx<void> {
  yield* run(sql`update session set last_at = null where bank = ${bank} and rid = ${rid}`)
}

/** Where the session of this id stands in the list of its bank; undefined where there is none. */
export function* placeOfSession(bank: string, id: string): Tx<SessionPlace | undefined> {
  return yield* get<SessionPlace>(sql`
    select s.id, ${timeAt(sql`t.seq desc`)} as "lastAt" from session s where s.bank = ${bank} and s.id = ${id}`)
}

/** The sessions of a bank as they were made, behind that of this row number. */
export function* sessionsInOrder(
  bank: string,
  after: number,
  limit: number,
): Tx<{ readonly rid: number; readonly name: string }[]> {
  return yield* all<{ rid: number; name: string }>(
    sql`select rid, name from session where bank = ${bank} and rid > ${after} order by rid limit ${limit}`,
  )
}

/**
 * When the first event of session `s` in this order happened. An imported title, or version of a file, may have no time,
 * and the day of the import is none of the session: it counts only where there is nothing else.
 */
function timeAt(order: Sql): Sql {
  const first = (which: Sql) => sql`(
    select coalesce(i.occurred_at, i.recorded_at) from turn t
    join item i on i.bank = t.bank and i.rid = t.item_rid
    where t.bank = s.bank and t.session_rid = s.rid ${which} order by ${order} limit 1)`
  const timed = sql`and (t.type not in ('title', 'file_snapshot') or i.occurred_at is not null)`
  return sql`coalesce(${first(timed)}, ${first(sql``)}, s.created_at)`
}
