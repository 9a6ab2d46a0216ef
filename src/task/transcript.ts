import { type Added, addItems, type PreparedItem } from '../items/add.js'
import type { Aspects, TurnPlace } from '../items/item.js'
import { CHANGED_BY_HAND, type Kind, type KindRemoval } from '../items/kind.js'
import { raiseTrust } from '../items/raise-trust.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { inInt, sql } from '../store/sql.js'
import { all, column, get, run, type Tx } from '../store/statement.js'
import { withdrawCompaction } from './compaction/withdraw-compaction.js'
import { type End, endOf } from './end-of-session.js'
import type { EventType } from './event.js'
import { forgetLast, noteLast } from './list-sessions.js'
import { sessionTable, turnTable } from './transcript-archive.js'

export interface SessionRef {
  readonly name: string
  /** Keyed hash of the name, or of what it is known by where a title may change; the index holds no readable name. */
  readonly nameKey: Uint8Array
  readonly id: string
  readonly channel: string | null
}

/** The row number of the session of this name, made when it is new. */
function* openSession(reach: Reach, session: SessionRef, at: number): Tx<number> {
  const bank = reach.writes
  const present = yield* get<{ rid: number }>(
    sql`select rid from session where bank = ${bank} and name_key = ${session.nameKey}`,
  )
  if (present !== undefined) return present.rid
  const made = yield* get<{ rid: number }>(sql`
    insert into session (bank, id, name_key, name, channel, created_at)
    values (${bank}, ${session.id}, ${session.nameKey}, ${session.name}, ${session.channel}, ${at})
    returning rid`)
  if (made === undefined) throw new Error('an insert returned no row number')
  return made.rid
}

/** A turn, made ready before the transaction begins. */
export interface TurnDraft extends PreparedItem {
  readonly session: SessionRef
  readonly type: EventType
  readonly role: string
  readonly speaker: string | null
  /** {@link EventData} as JSON; null where there is none. */
  readonly data: string | null
}

/** What became of a turn, with its place where it got one just now. */
export type Placed = Added & { readonly seq?: number }

/**
 * Appends turns to their sessions under the next sequence numbers. A repeat or a forgotten turn adds nothing, and
 * brings no forgotten session's name back. Answers in the order of the turns.
 */
export function* appendTurns(spine: Spine, reach: Reach, turns: readonly TurnDraft[]): Tx<Placed[]> {
  const bank = reach.writes
  const places = new Map<number, number>()
  const ends = new Map<string, End>()
  const outcomes = yield* addItems(spine, reach, turns, function* placeInSession(turn, rid): Tx<void> {
    // Two sessions may have the same title.
    const key = Buffer.from(turn.session.nameKey).toString('latin1')
    const end =
      ends.get(key) ?? (yield* endOf(bank, yield* openSession(reach, turn.session, turn.recordedAt)))
    ends.set(key, end)
    yield* placeTurn(bank, end, turn, rid)
    places.set(rid, end.seq)
  })
  for (const { sessionRid } of ends.values()) yield* noteLast(bank, sessionRid)
  for (const [index, turn] of turns.entries()) {
    const outcome = outcomes[index]
    // Imported once more, and vouched for this time.
    if (outcome?.outcome === 'repeated') yield* raiseTrust(reach, outcome.id, turn)
  }
  return outcomes.map((one) => {
    const seq = one.outcome === 'forgotten' ? undefined : places.get(one.rid)
    return seq === undefined ? one : { ...one, seq }
  })
}

/** Puts a turn behind the end of its session, which is then behind the turn. */
export function* placeTurn(bank: string, end: End, turn: TurnDraft, rid: number): Tx<void> {
  end.seq += 1
  if (!turn.quotes) end.said += 1
  yield* run(sql`
    insert into turn (bank, item_rid, session_rid, seq, role, speaker, type, said)
    values (${bank}, ${rid}, ${end.sessionRid}, ${end.seq}, ${turn.role}, ${turn.speaker}, ${turn.type},
      ${turn.quotes ? UNSAID : end.said})`)
  if (turn.data !== null)
    yield* run(sql`insert into event_data (bank, item_rid, data) values (${bank}, ${rid}, ${turn.data})`)
}

/** The place of what is no memory: it stands beside nothing that was said. */
const UNSAID = -1

/** A forgotten turn leaves its sequence number alone, so that the transcript shows no gap. */
export const turnKind: Kind = {
  kind: 'turn',
  archive: [sessionTable, turnTable],
  checks: [
    {
      check: 'transcripts',
      wrong: (bank) => sql`
        select (select count(*) from item i left join turn t on t.bank = i.bank and t.item_rid = i.rid
            where i.bank = ${bank} and i.kind = 'turn' and t.rid is null)
          + (select count(*) from (
              select session_rid from turn where bank = ${bank}
              group by session_rid having count(*) <> max(seq)) as gaps) as n`,
      what: 'turns without a place, or sessions with a gap',
      hint: CHANGED_BY_HAND,
    },
  ],
  rederive: withdrawCompaction,
  *show(bank, items): Tx<ReadonlyMap<number, Pick<Aspects, 'turn'>>> {
    const places = yield* all<TurnPlace & { item_rid: number }>(sql`
      select t.item_rid, s.name as session, s.channel, t.seq, t.role, t.speaker
      from turn t join session s on s.bank = t.bank and s.rid = t.session_rid
      where t.bank = ${bank} and t.item_rid ${inInt(items.map(({ rid }) => rid))}`)
    return new Map(places.map(({ item_rid, ...turn }) => [item_rid, { turn }]))
  },
  *forget({ bank, rid }): Tx<KindRemoval> {
    const turn = yield* get<TurnRow>(
      sql`select session_rid, seq, speaker, type, said from turn where bank = ${bank} and item_rid = ${rid}`,
    )
    if (turn === undefined) return { counts: {}, texts: [] }
    const beside = yield* column<string>(
      sql`select data from event_data where bank = ${bank} and item_rid = ${rid}`,
    )
    const counts = {
      turn: yield* run(sql`delete from turn where bank = ${bank} and item_rid = ${rid}`),
      event_data: yield* run(sql`delete from event_data where bank = ${bank} and item_rid = ${rid}`),
    }
    // A new row, not an update: what shrinks in place can leave its old bytes behind.
    yield* run(sql`
      insert into turn (bank, item_rid, session_rid, seq, role, speaker, type, said)
      values (${bank}, null, ${turn.session_rid}, ${turn.seq}, '', null, ${turn.type}, ${turn.said})`)
    yield* forgetLast(bank, turn.session_rid)
    const left = yield* get(sql`
      select seq from turn
      where bank = ${bank} and session_rid = ${turn.session_rid} and item_rid is not null limit 1`)
    const texts = turn.speaker === null ? beside : [turn.speaker, ...beside]
    return left !== undefined
      ? { counts, texts }
      : yield* forgetSession(bank, turn.session_rid, counts, texts)
  },
}

interface TurnRow {
  readonly session_rid: number
  readonly seq: number
  readonly speaker: string | null
  readonly type: EventType
  readonly said: number
}

/** A session of which nothing is left keeps no name either. */
function* forgetSession(
  bank: string,
  sessionRid: number,
  counts: Record<string, number>,
  texts: readonly string[],
): Tx<KindRemoval> {
  const session = yield* get<{ name: string }>(
    sql`select name from session where bank = ${bank} and rid = ${sessionRid}`,
  )
  yield* run(sql`delete from turn where bank = ${bank} and session_rid = ${sessionRid}`)
  const removed = yield* run(sql`delete from session where bank = ${bank} and rid = ${sessionRid}`)
  return {
    counts: { ...counts, session: removed },
    texts: session === undefined ? texts : [...texts, session.name],
  }
}
