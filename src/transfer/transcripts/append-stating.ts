import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'
import {
  type Appended,
  appendPrepared,
  happenedNow,
  type SessionName,
  sessionRef,
} from '../../task/append-events.js'
import type { EventData, EventDraft } from '../../task/event.js'
import { type EventTurn, prepareEvent } from '../../task/prepare-event.js'
import { isOwnName } from '../../user/is-own-name.js'
import { keepStated, readStated, type Stated } from '../../user/stated.js'

export interface AppendedEvents {
  /** In the order of the events. */
  readonly outcomes: readonly Appended[]
  /** What the user's messages among them state. */
  readonly facts: readonly ItemId[]
}

/**
 * Appends events to a session, and keeps what the user's messages among them state, as a note would: all in one
 * transaction, or nothing. What comes again under its key says nothing anew. Throws `conflict` where a key was used for
 * something else.
 */
export async function appendStating(
  spine: Spine,
  reach: Reach,
  name: SessionName,
  drafts: readonly EventDraft[],
): Promise<AppendedEvents> {
  const session = sessionRef(spine, reach, name)
  const others = await otherSpeakers(spine, reach, drafts)
  const turns: EventTurn[] = []
  for (const draft of drafts) {
    const event = happenedNow(spine, attributed(draft, others))
    turns.push(await prepareEvent(spine, reach, session, event))
  }
  const stated = turns.map((turn) => statedBy(spine, reach, turn))
  return write(spine, reach, 'transcript.append', 'memory.write', function* append() {
    const outcomes = yield* appendPrepared(spine, reach, turns)
    const facts: ItemId[] = []
    for (const [index, outcome] of outcomes.entries()) {
      const said = stated[index]
      const turn = turns[index]
      if (said === null || said === undefined || turn === undefined || outcome.outcome !== 'appended')
        continue
      const rid = yield* rowOf(reach, outcome.id)
      const source = { id: outcome.id, rid, identity: turn.identity, isNew: true, isSaidNow: true }
      facts.push(...(yield* keepStated(spine, reach, source, said)).ids)
    }
    return { result: { outcomes, facts }, effect: effectOf(outcomes, facts) }
  })
}

/** Who speaks in the user's role under a name that is none of the user's. */
async function otherSpeakers(
  spine: Spine,
  reach: Reach,
  drafts: readonly EventDraft[],
): Promise<ReadonlySet<string>> {
  const names = new Set(drafts.flatMap((draft) => (draft.role === 'user' ? (draft.speaker ?? []) : [])))
  const others = new Set<string>()
  for (const name of names) {
    const isOwn = await spine.store.read(isOwnName, spine, reach, name)
    if (!isOwn) others.add(name)
  }
  return others
}

/** What somebody else said is not the user's word, whoever appends it. */
function attributed(draft: EventDraft, others: ReadonlySet<string>): EventDraft {
  const { role, speaker = null, origin, data } = draft
  if (role !== 'user' || speaker === null || !others.has(speaker)) return draft
  return { ...draft, origin: origin === 'user' ? 'import' : origin, data: { ...data, isOthers: true } }
}

/** What others say is no statement of the user's, and what a sub-agent was told is its caller's. */
function statedBy(spine: Spine, reach: Reach, { data, ...turn }: EventTurn): Stated | null {
  if (turn.type !== 'message' || turn.role !== 'user' || turn.quotes) return null
  const { isOthers = false }: EventData = data === null ? {} : JSON.parse(data)
  return isOthers ? null : readStated(spine, reach, turn)
}

function* rowOf({ writes: bank }: Reach, id: ItemId): Tx<number> {
  const item = yield* get<{ rid: number }>(sql`select rid from item where bank = ${bank} and id = ${id}`)
  if (item === undefined) throw new Error('an event that was appended is not there')
  return item.rid
}

function effectOf(outcomes: readonly Appended[], facts: readonly ItemId[]) {
  const appended = outcomes.flatMap((one) => (one.outcome === 'appended' ? [one] : []))
  const outputs = appended.flatMap(({ artifact }) => artifact ?? [])
  return {
    ids: [...appended.map(({ id }) => id), ...outputs, ...facts],
    counts: {
      events: appended.length,
      ...(outputs.length > 0 ? { outputs: outputs.length } : {}),
      ...(facts.length > 0 ? { facts: facts.length } : {}),
    },
  }
}
