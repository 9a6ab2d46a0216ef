import { MemoryError } from '../errors.js'
import { touchBank } from '../items/bank.js'
import { identityOf } from '../items/identity.js'
import type { ItemId } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import { wellFormed } from '../text/well-formed.js'
import type { EventDraft } from './event.js'
import { prepareEvent } from './prepare-event.js'
import { appendTurns, type SessionRef, type TurnDraft } from './transcript.js'

/** What became of an event. `repeated`: it was there under its key. `forgotten`: it was there, and stays gone. */
export type Appended =
  | { readonly outcome: 'appended' | 'repeated'; readonly id: ItemId; readonly seq: number }
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
export function appendEvents(
  spine: Spine,
  reach: Reach,
  name: SessionName,
  drafts: readonly EventDraft[],
): Promise<Appended[]> {
  const session = sessionRef(spine, reach, name)
  const turns = drafts.map((draft) => prepareEvent(spine, reach, session, draft))
  return write(spine, reach, 'transcript.append', 'memory.write', function* append() {
    const outcomes = yield* appendPrepared(spine, reach, turns)
    const ids = outcomes.flatMap((one) => (one.outcome === 'appended' ? [one.id] : []))
    return { result: outcomes, effect: { ids, counts: { events: ids.length } } }
  })
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
export function* appendPrepared(spine: Spine, reach: Reach, turns: readonly TurnDraft[]): Tx<Appended[]> {
  const bank = reach.writes
  const added = yield* appendTurns(spine, reach, turns)
  const outcomes: Appended[] = []
  let items = 0
  let words = 0
  for (const [index, one] of added.entries()) {
    const turn = turns[index] as TurnDraft
    if (one.outcome === 'forgotten') {
      outcomes.push({ outcome: 'forgotten' })
      continue
    }
    const place = yield* get<{ seq: number; type: string; body: string }>(sql`
      select t.seq, t.type, x.body from turn t
      join item i on i.bank = t.bank and i.rid = t.item_rid
      join item_text x on x.bank = i.bank and x.rid = i.text_rid
      where t.bank = ${bank} and t.item_rid = ${one.rid}`)
    if (place === undefined) throw new Error('an event has no place in its session')
    if (one.outcome === 'repeated' && (place.type !== turn.type || place.body !== turn.text)) throw usedKey()
    if (one.outcome === 'added' && !turn.quotes) {
      items += 1
      words += turn.length
    }
    outcomes.push({
      outcome: one.outcome === 'added' ? 'appended' : 'repeated',
      id: one.id,
      seq: place.seq,
    })
  }
  yield* touchBank(reach, turns[0]?.recordedAt ?? 0, { items, words })
  return outcomes
}

function usedKey(): MemoryError {
  return new MemoryError(
    'conflict',
    'this key was used for another event of the session',
    'give each event a key of its own; the same event once more is no conflict',
  )
}
