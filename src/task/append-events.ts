import { isDeepStrictEqual } from 'node:util'
import { MemoryError } from '../errors.js'
import type { Added } from '../items/add.js'
import { touchBank } from '../items/bank.js'
import { identityOf } from '../items/identity.js'
import type { ItemId } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import { wellFormed } from '../text/well-formed.js'
import { artifactId, keepArtifact } from './artifacts/keep-artifact.js'
import { shownOutputs } from './artifacts/shown-outputs.js'
import type { EventData, EventDraft } from './event.js'
import { type EventTurn, prepareEvent } from './prepare-event.js'
import { appendTurns, type SessionRef } from './transcript.js'

/** What became of an event. `repeated`: it was there under its key. `forgotten`: it was there, and stays gone. */
export type Appended =
  | {
      readonly outcome: 'appended' | 'repeated'
      readonly id: ItemId
      readonly seq: number
      /** The artifact that holds its text, where that was too large to stay. */
      readonly artifact?: ItemId
    }
  | { readonly outcome: 'forgotten' }

/** A session as it is named; it is made with its first event. */
export interface SessionName {
  readonly name: string
  readonly channel: string | null
}

/**
 * Appends events to a session, in their order, in one transaction: all or none. Sequence numbers and ids are set here.
 * Answers in the order of the events. Throws `conflict` where a key was used for something else.
 */
export async function appendEvents(
  spine: Spine,
  reach: Reach,
  name: SessionName,
  drafts: readonly EventDraft[],
  operation = 'transcript.append',
): Promise<Appended[]> {
  const session = sessionRef(spine, reach, name)
  const turns: EventTurn[] = []
  for (const draft of drafts) turns.push(await prepareEvent(spine, reach, session, happenedNow(spine, draft)))
  return write(spine, reach, operation, 'memory.write', function* append() {
    const outcomes = yield* appendPrepared(spine, reach, turns)
    const appended = outcomes.flatMap((one) => (one.outcome === 'appended' ? [one] : []))
    const outputs = appended.flatMap(({ artifact }) => artifact ?? [])
    const counts = { events: appended.length, ...(outputs.length > 0 ? { outputs: outputs.length } : {}) }
    return { result: outcomes, effect: { ids: [...appended.map(({ id }) => id), ...outputs], counts } }
  })
}

/** What is appended while it happens: now, unless somebody says when. */
export function happenedNow({ env }: Pick<Spine, 'env'>, draft: EventDraft): EventDraft {
  return { ...draft, at: draft.at ?? env.now() }
}

export function sessionRef(spine: Spine, reach: Reach, { name, channel }: SessionName): SessionRef {
  const given = wellFormed(name)
  return {
    name: given,
    nameKey: identityOf(spine.identityKey, [reach.writes, 'session', given]),
    id: spine.env.newId(),
    channel,
  }
}

/** {@link appendEvents} inside a transaction, for what writes more in the same one. */
export function* appendPrepared(spine: Spine, reach: Reach, given: readonly EventTurn[]): Tx<Appended[]> {
  const bank = reach.writes
  const turns = yield* nameOutputs(reach, given)
  const added = yield* appendTurns(spine, reach, turns)
  const outcomes: Appended[] = []
  let items = 0
  let words = 0
  for (const [index, one] of added.entries()) {
    const turn = turns[index] as EventTurn
    if (one.outcome === 'forgotten') {
      outcomes.push({ outcome: 'forgotten' })
      continue
    }
    const seq = one.outcome === 'added' ? one.seq : yield* placeOfRepeated(bank, one.rid, turn)
    if (seq === undefined) throw new Error('an event has no place in its session')
    const artifact = yield* outputOf(spine, reach, one, turn)
    if (one.outcome === 'added' && !turn.quotes) {
      items += 1
      words += turn.length
    }
    outcomes.push({
      outcome: one.outcome === 'added' ? 'appended' : 'repeated',
      id: one.id,
      seq,
      ...(artifact === undefined ? {} : { artifact }),
    })
  }
  yield* touchBank(reach, turns[0]?.recordedAt ?? 0, { items, words })
  return outcomes
}

/** Throws `conflict` where something else came under the same key. */
function* placeOfRepeated(bank: string, rid: number, turn: EventTurn): Tx<number | undefined> {
  const kept = yield* get<KeptTurn>(sql`
    select t.seq, t.type, t.role, t.speaker, x.body as text, d.data from turn t
    join item i on i.bank = t.bank and i.rid = t.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    left join event_data d on d.bank = t.bank and d.item_rid = t.item_rid
    where t.bank = ${bank} and t.item_rid = ${rid}`)
  if (kept !== undefined && !isDeepStrictEqual(toldBy(kept), toldBy(turn))) throw usedKey()
  return kept?.seq
}

interface KeptTurn extends Pick<EventTurn, 'type' | 'role' | 'speaker' | 'text' | 'data'> {
  readonly seq: number
}

/** What an event says, without what the store adds to it. What lies apart is compared by its content (outputOf). */
function toldBy({ type, role, speaker, text, data }: Omit<KeptTurn, 'seq'>) {
  const { artifact, masked: _, isOthers: __, blank, ...beside } = JSON.parse(data ?? '{}') as EventData
  const isApart = artifact !== undefined
  return { type, role, speaker, beside, isApart, ...(isApart ? {} : { text, blank }) }
}

/** An output that the bank has already keeps its id: the events that come hold that one. */
export function* nameOutputs(reach: Reach, turns: readonly EventTurn[]): Tx<readonly EventTurn[]> {
  if (turns.every(({ output }) => output === undefined)) return turns
  const ids = new Map<string, ItemId>()
  const named: EventTurn[] = []
  for (const turn of turns) {
    const { output, data } = turn
    if (output === undefined) {
      named.push(turn)
      continue
    }
    const key = Buffer.from(output.hash).toString('latin1')
    const artifact = ids.get(key) ?? (yield* artifactId(reach, output))
    ids.set(key, artifact)
    named.push({ ...turn, data: JSON.stringify({ ...JSON.parse(data ?? '{}'), artifact }) })
  }
  return named
}

/** Keeps the output of an event that is new; of one that came again, sees that it is the same. */
function* outputOf(
  spine: Spine,
  reach: Reach,
  event: Exclude<Added, { readonly outcome: 'forgotten' }>,
  { output }: EventTurn,
): Tx<ItemId | undefined> {
  if (event.outcome === 'added') {
    return output === undefined ? undefined : (yield* keepArtifact(spine, reach, output, event.id)).id
  }
  const held = (yield* shownOutputs(reach.writes, [event.id])).get(event.id)?.artifact
  if (held !== undefined && output !== undefined && held !== (yield* artifactId(reach, output)))
    throw usedKey()
  return held
}

function usedKey(): MemoryError {
  return new MemoryError(
    'conflict',
    'this key was used for another event of the session',
    'give each event a key of its own; the same event once more is no conflict',
  )
}
