import { addItems, knownOutcome } from '../items/add.js'
import { base64 } from '../items/archive-table.js'
import { touchBank } from '../items/bank.js'
import { identityOf } from '../items/identity.js'
import type { ItemId } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { all, get, run, type Tx } from '../store/statement.js'
import { nameOutputs } from './append-events.js'
import { keepArtifact } from './artifacts/keep-artifact.js'
import { type End, endOf } from './end-of-session.js'
import type { EventType } from './event.js'
import { noteLast } from './list-sessions.js'
import type { EventTurn } from './prepare-event.js'
import { placeTurn } from './transcript.js'

/** An event that comes with its number and id, ready for its transaction; or a number whose event is gone. */
export type PlacedEvent =
  | { readonly seq: number; readonly turn: EventTurn }
  | { readonly seq: number; readonly turn: null; readonly type: EventType | undefined }

/** The session that events come into. */
export interface PlacedSession {
  readonly id: string
  readonly name: string
  readonly nameKey: Uint8Array
  readonly channel: string | null
  /** Milliseconds UTC. */
  readonly createdAt: number
}

export interface PlacedCounts {
  readonly ids: readonly ItemId[]
  /** Were there already. */
  readonly present: number
  /** Had been forgotten here, and stay so. */
  readonly forgotten: number
  /** Places that stay empty until an event comes behind them: a session of nothing but those is not made. */
  readonly waiting: readonly PlacedEvent[]
}

/** The first place at which a session holds another event than the one that comes; undefined where there is none. */
export function* firstConflict(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  sessionRid: number,
  session: PlacedSession,
  events: readonly { readonly seq: number; readonly id: string | null }[],
): Tx<number | undefined> {
  const stored = yield* storedPlaces(bank, sessionRid, events)
  return events.find(({ seq, id }) => {
    const there = stored.get(seq)
    return there !== undefined && id !== null && !isItself(spine, bank, session, { there, seq, id })
  })?.seq
}

/** The session that a file speaks of, where it is there; `isOther` where its name is another one's. */
export function* sessionOfFile(
  bank: string,
  { id, name, nameKey }: Pick<PlacedSession, 'id' | 'name' | 'nameKey'>,
): Tx<{ readonly rid: number; readonly isOther: boolean } | undefined> {
  const found = yield* get<{ rid: number; id: string; name: string }>(sql`
    select rid, id, name from session where bank = ${bank} and (id = ${id} or name_key = ${nameKey})
    order by case when id = ${id} then 0 else 1 end limit 1`)
  return found === undefined ? undefined : { rid: found.rid, isOther: found.id !== id || found.name !== name }
}

/**
 * Puts events at the numbers that they come with, behind what the session holds. What is there stays, what was forgotten
 * stays forgotten and leaves its number. Answers undefined where the session went on otherwise meanwhile.
 */
export function* placeEvents(
  spine: Spine,
  reach: Reach,
  session: PlacedSession,
  events: readonly PlacedEvent[],
): Tx<PlacedCounts | undefined> {
  const bank = reach.writes
  const there = yield* sessionOfFile(bank, session)
  if (there?.isOther === true) return undefined
  const stored =
    there === undefined ? new Map<number, string | null>() : yield* storedPlaces(bank, there.rid, events)
  const fresh: { readonly seq: number; readonly turn: EventTurn }[] = []
  const gone: PlacedEvent[] = []
  const seen = new Set<string>()
  let present = 0
  let forgotten = 0
  for (const event of events) {
    const { seq, turn } = event
    const known = stored.get(seq)
    if (known !== undefined) {
      if (turn !== null && !isItself(spine, bank, session, { there: known, seq, id: turn.id }))
        return undefined
      if (known === null && turn !== null) forgotten += 1
      else present += 1
    } else if (turn === null) gone.push(event)
    else {
      const own = (yield* isTaken(bank, turn, seen)) ? renamed(spine, bank, session, seq, turn) : turn
      if ((yield* isForgotten(reach, turn)) || (own !== turn && (yield* isForgotten(reach, own)))) {
        forgotten += 1
        gone.push({ seq, turn: null, type: turn.type })
      } else fresh.push({ seq, turn: own })
    }
  }
  if (there === undefined && fresh.length === 0) return { ids: [], present, forgotten, waiting: gone }
  const rid = there?.rid ?? (yield* makeSession(bank, session))
  const end = yield* endOf(bank, rid)
  const first = Math.min(fresh[0]?.seq ?? Number.POSITIVE_INFINITY, gone[0]?.seq ?? Number.POSITIVE_INFINITY)
  if (Number.isFinite(first) && end.seq !== first - 1) return undefined
  yield* leavePlaces(bank, rid, gone)
  const ids = yield* addFresh(spine, reach, end, fresh)
  yield* noteLast(bank, rid)
  return { ids, present, forgotten, waiting: [] }
}

function* isForgotten(reach: Reach, turn: EventTurn): Tx<boolean> {
  return (yield* knownOutcome(reach, turn))?.outcome === 'forgotten'
}

/** Adds events at their numbers, together: the indexes are written once. */
function* addFresh(
  spine: Spine,
  reach: Reach,
  end: End,
  fresh: readonly { readonly seq: number; readonly turn: EventTurn }[],
): Tx<ItemId[]> {
  const turns = yield* nameOutputs(
    reach,
    fresh.map(({ turn }) => turn),
  )
  let next = 0
  const added = yield* addItems(spine, reach, turns, function* atItsNumber(turn, rid): Tx<void> {
    end.seq = (fresh[next++]?.seq ?? 0) - 1
    yield* placeTurn(reach.writes, end, turn, rid)
  })
  let words = 0
  let items = 0
  for (const [index, { output, quotes, length }] of turns.entries()) {
    const one = added[index]
    if (one?.outcome !== 'added') throw new Error('an event that is new was not added')
    if (output !== undefined) yield* keepArtifact(spine, reach, output, one.id)
    if (quotes) continue
    items += 1
    words += length
  }
  yield* touchBank(reach, turns[0]?.recordedAt ?? 0, { items, words })
  return turns.map(({ id }) => id)
}

/** By number, the event that is there; null where it was forgotten. */
function* storedPlaces(
  bank: string,
  sessionRid: number,
  events: readonly { readonly seq: number }[],
): Tx<ReadonlyMap<number, string | null>> {
  const [first, last] = [events[0]?.seq ?? 1, events.at(-1)?.seq ?? 0]
  const rows = yield* all<{ seq: number; id: string | null }>(sql`
    select t.seq, i.id from turn t left join item i on i.bank = t.bank and i.rid = t.item_rid
    where t.bank = ${bank} and t.session_rid = ${sessionRid} and t.seq between ${first} and ${last}`)
  return new Map(rows.map(({ seq, id }) => [seq, id]))
}

function* makeSession(bank: string, { id, name, nameKey, channel, createdAt }: PlacedSession): Tx<number> {
  const made = yield* get<{ rid: number }>(sql`
    insert into session (bank, id, name_key, name, channel, created_at)
    values (${bank}, ${id}, ${nameKey}, ${name}, ${channel}, ${createdAt}) returning rid`)
  if (made === undefined) throw new Error('an insert returned no row number')
  return made.rid
}

/** As a forgotten event leaves its place (./transcript.ts). */
function* leavePlaces(bank: string, sessionRid: number, places: readonly PlacedEvent[]): Tx<void> {
  for (const place of places) {
    const type = 'type' in place ? (place.type ?? 'message') : 'message'
    yield* run(sql`
      insert into turn (bank, item_rid, session_rid, seq, role, speaker, type, said)
      values (${bank}, null, ${sessionRid}, ${place.seq}, '', null, ${type}, -1)`)
  }
}

/** Whether its id or what it is known by is something else's here, or of an earlier event of these. */
function* isTaken(bank: string, { id, identity }: EventTurn, seen: Set<string>): Tx<boolean> {
  const known = base64(identity)
  const isSeen = seen.has(id) || seen.has(known)
  seen.add(id).add(known)
  return (
    isSeen ||
    (yield* get(
      sql`select rid from item where bank = ${bank} and (id = ${id} or identity = ${identity})`,
    )) !== undefined
  )
}

/**
 * A file may say of an event that it is what something else here is; then it is an event of its own, and the same again
 * when the file comes again.
 */
function renamed(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  session: PlacedSession,
  seq: number,
  turn: EventTurn,
): EventTurn {
  const { id } = turn
  const identity = identityOf(spine.identityKey, ['renamed', ...placeOf(bank, session, seq, id)])
  return { ...turn, id: ownId(spine, bank, session, seq, id), identity }
}

/** Whether what is there is what comes: forgotten, under its id, or under one of its own. */
function isItself(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  session: PlacedSession,
  { there, seq, id }: { readonly there: string | null; readonly seq: number; readonly id: string },
): boolean {
  return there === null || there === id || there === ownId(spine, bank, session, seq, id)
}

/** By a key that no file knows: none can have taken it. */
function ownId(
  { identityKey }: Pick<Spine, 'identityKey'>,
  bank: string,
  session: PlacedSession,
  seq: number,
  id: string,
): ItemId {
  const bytes = Buffer.from(identityOf(identityKey, ['own id', ...placeOf(bank, session, seq, id)]))
  // A UUID whose bits are its maker's affair (RFC 9562, version 8).
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as ItemId
}

function placeOf(bank: string, session: PlacedSession, seq: number, id: string): readonly string[] {
  return [bank, session.id, String(seq), id]
}
