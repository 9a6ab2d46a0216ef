import { MemoryError } from '../errors.js'
import { type Added, addItems, type PreparedItem, prepareItem } from '../items/add.js'
import { touchBank } from '../items/bank.js'
import { type Item, type ItemId, type Origin, trustOf, trusts } from '../items/item.js'
import { addLineage, dropSources, sourcesOf } from '../items/lineage.js'
import { raiseTrust } from '../items/raise-trust.js'
import { readItem } from '../items/read-items.js'
import { settleTrust } from '../items/settle-trust.js'
import type { Spine } from '../items/spine.js'
import { liftTombstone } from '../items/tombstone.js'
import { write } from '../items/write.js'
import { type Reach, requireCapability } from '../reach.js'
import type { Tx } from '../store/statement.js'

export interface CaptureInput {
  readonly text: string
  /** When it happened, where that is not now. Milliseconds UTC. */
  readonly occurredAt?: number | undefined
  /** Items it was derived from; it is forgotten with the last of them, and trusted no more than the least. */
  readonly sources?: readonly string[] | undefined
  /** Remember it even where the same text was forgotten before; needs the capability to forget. */
  readonly again?: boolean | undefined
}

export interface Captured {
  readonly id: ItemId
  /** `repeated`: the same note was there already and nothing was written twice. */
  readonly outcome: 'added' | 'repeated'
}

/**
 * Keeps a note verbatim. Throws `conflict` when the same note was forgotten and `again` is not set,
 * `not_found` for an unknown source, `denied` for `again` without the capability to forget, `too_large`,
 * `invalid_input`.
 */
export async function capture(spine: Spine, reach: Reach, input: CaptureInput): Promise<Captured> {
  // Else an agent could bring back what its user has forgotten.
  if (input.again === true) requireCapability(reach, 'memory.forget', 'memory.capture with again')
  const origin: Origin =
    reach.actor.audience === 'agent' || reach.actor.audience === 'subagent' ? 'tool' : 'user'
  const draft = prepareItem(spine, reach, {
    kind: 'thought',
    text: input.text,
    origin,
    trust: trustOf(origin, []),
    occurredAt: input.occurredAt ?? spine.env.now(),
    identity: [input.text],
  })
  return write<Captured>(spine, reach, 'memory.capture', 'memory.write', function* body() {
    const sources = []
    for (const id of new Set(input.sources)) sources.push(yield* readItem([reach.writes], id))
    if (input.again === true) yield* liftTombstone(reach, draft.identity)
    const item = {
      ...draft,
      trust: trustOf(
        origin,
        sources.map(({ trust }) => trust),
      ),
    }
    const [added] = (yield* addItems(spine, reach, [item])) as [Added]
    if (added.outcome === 'forgotten') throw wasForgotten(added.at)
    const isNew = added.outcome === 'added'
    if (isNew) yield* linkAll(reach, added.id, sources)
    else yield* restate(reach, added.id, item, sources)
    yield* touchBank(reach, item.recordedAt, { items: isNew ? 1 : 0, words: isNew ? item.length : 0 })
    return {
      result: { id: added.id, outcome: added.outcome },
      effect: { ids: [added.id], counts: { [added.outcome]: 1 } },
    }
  })
}

/**
 * The same note again. Stated without a source it stands on its own from now on: it no longer goes with what it
 * was once derived from. A further source is one more that it rests on.
 */
function* restate(reach: Reach, id: ItemId, item: PreparedItem, sources: readonly Item[]): Tx<void> {
  const bank = reach.writes
  const stored = yield* readItem([bank], id)
  const isDerived = (yield* sourcesOf(bank, [id])).length > 0
  if (isDerived && sources.length > 0) {
    yield* linkAll(reach, id, sources)
    yield* settleTrust(bank, id, isStronger(item.origin, stored.origin) ? item.origin : stored.origin)
    return
  }
  if (isDerived) yield* dropSources(bank, id)
  yield* raiseTrust(reach, id, item)
}

function* linkAll(reach: Reach, item: ItemId, sources: readonly Item[]): Tx<void> {
  for (const { id } of sources) {
    if (id !== item) yield* addLineage(reach.writes, { item, source: id, role: 'derived' })
  }
}

function isStronger(a: Origin, b: Origin): boolean {
  return trusts.indexOf(trustOf(a, [])) < trusts.indexOf(trustOf(b, []))
}

function wasForgotten(at: number): MemoryError {
  return new MemoryError(
    'conflict',
    `this note was forgotten on ${new Date(at).toISOString().slice(0, 10)} and stays forgotten`, // slice-ok: ASCII
    'to keep it again: capture({ text, again: true }), or --again in a terminal',
  )
}
