import { z } from 'zod'
import {
  type ArchiveIntake,
  type ArchiveTable,
  archived,
  base64,
  fromBase64,
  type Taken,
  taken,
} from '../items/archive-table.js'
import { sql } from '../store/sql.js'
import { all, get, run, type Tx } from '../store/statement.js'
import { endOf } from './end-of-session.js'
import { type EventType, eventTypes } from './event.js'
import { isEventData } from './event-data.js'
import { noteLast } from './list-sessions.js'

const sessionShape = z.strictObject({
  id: archived.id,
  nameKey: archived.blob(16),
  name: archived.text,
  channel: archived.text.nullable(),
  createdAt: archived.time,
})

type SessionRow = z.output<typeof sessionShape>

/** The conversations of a bank. */
export const sessionTable: ArchiveTable<SessionRow> = {
  type: 'session',
  shape: sessionShape,
  key: ({ id }) => [id],

  *page(bank, after, limit): Tx<SessionRow[]> {
    const rows = yield* all<Omit<SessionRow, 'nameKey'> & { name_key: Uint8Array; created_at: number }>(sql`
      select id, name_key, name, channel, created_at from session
      where bank = ${bank} and id > ${after?.id ?? ''} order by id limit ${limit}`)
    return rows.map(({ id, name_key, name, channel, created_at }) => ({
      id,
      nameKey: base64(name_key),
      name,
      channel,
      createdAt: created_at,
    }))
  },

  add: ({ reach }, rows) =>
    function* addSessions(): Tx<Taken> {
      const bank = reach.writes
      const aliases = new Map<string, string>()
      let added = 0
      for (const { id, nameKey, name, channel, createdAt } of rows) {
        const key = fromBase64(nameKey)
        const present = yield* get<{ id: string }>(sql`
          select id from session where bank = ${bank} and (name_key = ${key} or id = ${id})`)
        if (present !== undefined) {
          aliases.set(id, present.id)
          continue
        }
        added += yield* run(sql`
          insert into session (bank, id, name_key, name, channel, created_at)
          values (${bank}, ${id}, ${key}, ${name}, ${channel}, ${createdAt})`)
      }
      return taken({ added, present: rows.length - added, aliases })
    },
}

const turnShape = z.strictObject({
  session: archived.id,
  seq: z.int().min(1),
  /** Null where a turn was forgotten and left its number. */
  item: archived.id.nullable(),
  role: archived.text,
  speaker: archived.text.nullable(),
  /** What happened; absent for what was said, as all was before there was anything else. */
  event: z.enum(eventTypes).optional(),
  /** Its place among what is memory (src/store/migrations/0009-create-task.ts); absent where that is its number. */
  said: z.int().min(-1).optional(),
  /** What it has beside its text, as JSON. */
  data: archived.text.refine(isEventData, { error: 'is nothing that an event has' }).optional(),
})

type TurnRow = z.output<typeof turnShape>

/** The places of turns in their sessions, those of forgotten ones too. */
export const turnTable: ArchiveTable<TurnRow> = {
  type: 'turn',
  shape: turnShape,
  key: ({ session, seq }) => [session, seq],

  *page(bank, after, limit): Tx<TurnRow[]> {
    const session = after?.session ?? ''
    const rows = yield* all<TurnRow & { event: EventType; said: number; data: string | null }>(sql`
      select s.id as session, t.seq, i.id as item, t.role, t.speaker, t.type as event, t.said, d.data
      from session s
      join turn t on t.bank = s.bank and t.session_rid = s.rid
      left join item i on i.bank = t.bank and i.rid = t.item_rid
      left join event_data d on d.bank = t.bank and d.item_rid = t.item_rid
      where s.bank = ${bank} and s.id >= ${session} and (s.id > ${session} or t.seq > ${after?.seq ?? 0})
      order by s.id, t.seq limit ${limit}`)
    return rows.map(({ event, said, data, ...row }) => ({
      ...row,
      ...(event === 'message' ? {} : { event }),
      ...(said === 0 ? {} : { said }),
      ...(data === null ? {} : { data }),
    }))
  },

  add: (into, rows) =>
    function* addTurns(): Tx<Taken> {
      let added = 0
      let leftOut = 0
      for (const row of rows) {
        const outcome = yield* addTurn(into, row)
        if (outcome === 'added') added += 1
        else if (outcome === 'left out') leftOut += 1
      }
      yield* noteLastOf(into, rows)
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },

  *finish({ reach }): Tx<Taken> {
    const bank = reach.writes
    // Sessions of which everything was forgotten here keep no name, as after forgetting (./transcript.ts).
    const empty = yield* all<{ rid: number; name: string }>(sql`
      select s.rid, s.name from session s where s.bank = ${bank} and not exists (
        select 1 from turn t where t.bank = s.bank and t.session_rid = s.rid and t.item_rid is not null)`)
    for (const { rid } of empty) {
      yield* run(sql`delete from turn where bank = ${bank} and session_rid = ${rid}`)
      yield* run(sql`delete from session where bank = ${bank} and rid = ${rid}`)
    }
    const texts = empty.map(({ name }) => name)
    return taken({
      leftOut: empty.length,
      erased: texts.length === 0 ? [] : [{ texts }],
    })
  },
}

function* noteLastOf({ reach, aliases }: ArchiveIntake, rows: readonly TurnRow[]): Tx<void> {
  for (const session of new Set(rows.map((row) => aliases.get(row.session) ?? row.session))) {
    const found = yield* get<{ rid: number }>(
      sql`select rid from session where bank = ${reach.writes} and id = ${session}`,
    )
    if (found !== undefined) yield* noteLast(reach.writes, found.rid)
  }
}

/**
 * A turn goes to the end of its session: into an empty store that is its own number. In a session that went on
 * differently here it comes behind, so that no number is given twice and none is left out.
 */
function* addTurn({ reach, aliases }: ArchiveIntake, row: TurnRow): Tx<'added' | 'present' | 'left out'> {
  const bank = reach.writes
  const session = yield* get<{ rid: number; last: number }>(sql`
    select s.rid, coalesce((select max(seq) from turn t where t.bank = s.bank and t.session_rid = s.rid), 0) as last
    from session s where s.bank = ${bank} and s.id = ${aliases.get(row.session) ?? row.session}`)
  if (session === undefined) return 'left out'
  const item =
    row.item === null
      ? undefined
      : yield* get<{ rid: number; place: number | null }>(sql`
          select i.rid, t.rid as place from item i left join turn t on t.bank = i.bank and t.item_rid = i.rid
          where i.bank = ${bank} and i.id = ${aliases.get(row.item) ?? row.item} and i.kind = 'turn'`)
  if (item !== undefined && item.place !== null) return 'present'
  const isForgotten = item === undefined
  if (isForgotten && row.seq <= session.last) return row.item === null ? 'present' : 'left out'
  yield* run(sql`
    insert into turn (bank, item_rid, session_rid, seq, role, speaker, type, said)
    values (${bank}, ${item?.rid ?? null}, ${session.rid}, ${session.last + 1},
      ${isForgotten ? '' : row.role}, ${isForgotten ? null : row.speaker}, ${row.event ?? 'message'},
      ${yield* saidOf(bank, session, row)})`)
  if (item !== undefined && row.data !== undefined)
    yield* run(sql`insert into event_data (bank, item_rid, data) values (${bank}, ${item.rid}, ${row.data})`)
  return isForgotten && row.item !== null ? 'left out' : 'added'
}

/** As it was where the session is as it was; else behind what was said here last. */
function* saidOf(
  bank: string,
  session: { readonly rid: number; readonly last: number },
  { seq, said = 0 }: TurnRow,
): Tx<number> {
  if (said === -1) return said
  const end = yield* endOf(bank, session.rid)
  const isAsItWas = seq === session.last + 1 && (said === 0 ? seq : said) > end.said
  return isAsItWas ? said : end.said + 1
}
