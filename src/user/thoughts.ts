import { MemoryError } from '../errors.js'
import { addItem, liftTombstone, type PreparedItem, prepareItem } from '../items/add.js'
import { touchBank } from '../items/bank.js'
import { type ItemId, type Origin, trustOf, trusts } from '../items/item.js'
import { addLineage, dropSources, sourcesOf } from '../items/lineage.js'
import { readItem } from '../items/read-items.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { run, type Tx } from '../store/statement.js'

export interface CaptureInput {
  readonly text: string
  /** When it happened, where that is not now. Milliseconds UTC. */
  readonly occurredAt?: number | undefined
  /** Items it was derived from; it is forgotten with the last of them, and trusted no more than the least. */
  readonly sources?: readonly string[] | undefined
  /** Remember it even where the same text was forgotten before. */
  readonly again?: boolean | undefined
}

export interface Captured {
  readonly id: ItemId
  /** `repeated`: the same note was there already and nothing was written twice. */
  readonly outcome: 'added' | 'repeated'
}

/**
 * Keeps a note verbatim. Throws `conflict` when the same note was forgotten and `again` is not set,
 * `not_found` for an unknown source, `too_large`, `invalid_input`.
 */
export async function capture(spine: Spine, reach: Reach, input: CaptureInput): Promise<Captured> {
  const origin: Origin = reach.actor.audience === 'agent' || reach.actor.audience === 'subagent' ? 'tool' : 'user'
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
    const item = { ...draft, trust: trustOf(origin, sources.map(({ trust }) => trust)) }
    const added = yield* addItem(spine, reach, item)
    if (added.outcome === 'forgotten') throw wasForgotten(added.at)
    if (added.outcome === 'repeated') yield* strengthen(reach, added.id, item)
    if (added.outcome === 'added' || (yield* sourcesOf(reach.writes, [added.id])).length > 0) {
      yield* link(reach, added.id, sources.map(({ id }) => id))
    }
    const isNew = added.outcome === 'added'
    yield* touchBank(reach, item.recordedAt, { items: isNew ? 1 : 0, words: isNew ? item.length : 0 })
    return {
      result: { id: added.id, outcome: added.outcome },
      effect: { ids: [added.id], counts: { [added.outcome]: 1 } },
    }
  })
}

/** Stated without a source, a note stands on its own: it no longer goes with what it was once derived from. */
function* link(reach: Reach, item: ItemId, sources: readonly ItemId[]): Tx<void> {
  if (sources.length === 0) yield* dropSources(reach.writes, item)
  for (const source of sources) yield* addLineage(reach.writes, { item, source, role: 'derived' })
}

/** A repeat by someone who is believed more raises the note's trust; nothing lowers it. */
function* strengthen(reach: Reach, id: ItemId, item: PreparedItem): Tx<void> {
  const stored = yield* readItem([reach.writes], id)
  if (trusts.indexOf(item.trust) >= trusts.indexOf(stored.trust)) return
  yield* run(sql`
    update item set origin = ${item.origin}, trust = ${item.trust} where bank = ${reach.writes} and id = ${id}`)
}

function wasForgotten(at: number): MemoryError {
  return new MemoryError(
    'conflict',
    `this note was forgotten on ${new Date(at).toISOString().slice(0, 10)} and stays forgotten`, // slice-ok: ASCII
    'to keep it again: capture with again (CLI: --again)',
  )
}
