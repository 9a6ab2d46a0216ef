import { MemoryError } from '../errors.js'
import { type Added, addItems, type PreparedItem, prepareItem } from '../items/add.js'
import { touchBank } from '../items/bank.js'
import { identityOf } from '../items/identity.js'
import { type Item, type ItemId, type Origin, type Trust, trustOf, trusts } from '../items/item.js'
import { addLineage, dropSources, sourcesOf } from '../items/lineage.js'
import { raiseTrust } from '../items/raise-trust.js'
import { readItem } from '../items/read-items.js'
import { settleTrust } from '../items/settle-trust.js'
import type { Spine } from '../items/spine.js'
import { liftTombstone } from '../items/tombstone.js'
import { write } from '../items/write.js'
import { type Reach, requireCapability } from '../reach.js'
import type { Tx } from '../store/statement.js'
import { wellFormed } from '../text/well-formed.js'
import type { Extracted } from './extraction/extracted.js'
import type { SavedFacts } from './facts/save-facts.js'
import { keepStated, readStated, type Stated } from './stated.js'
import { readTags, type Tag } from './tag.js'
import { addTags } from './thought-tags.js'

export interface CaptureInput {
  readonly text: string
  /** Words to find it by, with or without `#`; hashes inside the text are text. */
  readonly tags?: readonly string[] | undefined
  /** When it happened, where that is not now. Milliseconds UTC. */
  readonly occurredAt?: number | undefined
  /** Until when what it states is to be put into prompts. Milliseconds UTC. */
  readonly expiresAt?: number | undefined
  /** Items it was derived from; it is forgotten with the last of them, and trusted no more than the least. */
  readonly sources?: readonly string[] | undefined
  /** Remember it even where the same text was forgotten before; needs the capability to forget. */
  readonly again?: boolean | undefined
  /** What it states, where the caller says so; read out of the text when absent. */
  readonly states?: Extracted | undefined
}

export interface Captured {
  readonly id: ItemId
  /** `repeated`: the same note was there already; nothing was written twice, tags that are new were added. */
  readonly outcome: 'added' | 'repeated'
  /** Facts that were read out of it. */
  readonly facts: readonly ItemId[]
}

/**
 * Keeps a note verbatim. Throws `conflict` when the same note was forgotten and `again` is not set,
 * `not_found` for an unknown source, `denied` for `again` without the capability to forget, `too_large`,
 * `invalid_input`.
 */
export async function capture(
  spine: Spine,
  reach: Reach,
  input: CaptureInput,
  operation = 'memory.capture',
): Promise<Captured> {
  const prepared = prepareCapture(spine, reach, input)
  return write<Captured>(spine, reach, operation, 'memory.write', function* body() {
    const { rid: _, counts, ...result } = yield* keepCapture(spine, reach, prepared)
    return { result, effect: { ids: [result.id, ...result.facts], counts } }
  })
}

/** A note to be kept, with everything that takes time made before the transaction begins. */
export interface PreparedCapture {
  readonly draft: ThoughtDraft
  readonly sources: readonly string[]
  readonly isAgain: boolean
}

/** Throws `denied`, `too_large`, `invalid_input`. */
export function prepareCapture(spine: Spine, reach: Reach, input: CaptureInput): PreparedCapture {
  // Else an agent could bring back what its user has forgotten.
  if (input.again === true) requireCapability(reach, 'memory.forget', 'memory.capture with again')
  const draft = prepareThought(spine, reach, {
    text: input.text,
    tags: input.tags ?? [],
    origin: reach.actor.audience === 'agent' || reach.actor.audience === 'subagent' ? 'tool' : 'user',
    occurredAt: input.occurredAt ?? spine.env.now(),
    expiresAt: input.expiresAt,
    reads: input.states ?? true,
  })
  return { draft, sources: [...new Set(input.sources)], isAgain: input.again === true }
}

export interface KeptCapture extends Captured {
  readonly rid: number
  /** For the audit row. */
  readonly counts: Readonly<Record<string, number>>
}

/** Keeps a note inside a transaction. Throws `conflict` and `not_found`, as {@link capture} does. */
export function* keepCapture(spine: Spine, reach: Reach, prepared: PreparedCapture): Tx<KeptCapture> {
  const { draft, isAgain } = prepared
  const sources = []
  for (const id of prepared.sources) sources.push(yield* readItem(spine, [reach.writes], id))
  if (isAgain) yield* liftTombstone(reach, draft.identity)
  const item = {
    ...draft,
    trust: trustOf(
      draft.origin,
      sources.map(({ trust }) => trust),
    ),
  }
  const [added] = (yield* addItems(spine, reach, [item])) as [Added]
  if (added.outcome === 'forgotten') throw wasForgotten(added.at)
  const isNew = added.outcome === 'added'
  if (isNew) yield* linkAll(reach, added.id, sources)
  else yield* restate(spine, reach, added.id, item, sources)
  const tags = yield* addTags(reach.writes, added.id, item.tags)
  const { ids: facts, counts } = yield* keepOf(spine, reach, { item, added, isSaidNow: true, isAgain })
  yield* touchBank(reach, item.recordedAt, { items: isNew ? 1 : 0, words: isNew ? item.length : 0 })
  return {
    ...added,
    facts,
    counts: { [added.outcome]: 1, ...(tags > 0 ? { tags } : {}), ...counts },
  }
}

export interface Thought {
  readonly text: string
  readonly tags: readonly string[]
  readonly origin: Origin
  /** Milliseconds UTC. */
  readonly occurredAt: number | null
  /** Until when what it states is to be put into prompts. Milliseconds UTC. */
  readonly expiresAt?: number | undefined
  /** What its origin allows, when absent. */
  readonly trust?: Trust
  /** Whether what it states is read out of it, or what it is to state. Default false. */
  readonly reads?: boolean | Extracted
}

/** A thought, made ready before the transaction begins. */
export interface ThoughtDraft extends PreparedItem {
  readonly tags: readonly Tag[]
  /** What it states; null for one that states nothing, or is not read. */
  readonly stated: Stated | null
}

/** What makes it the same note when it comes again. */
export function thoughtIdentityIn(
  { identityKey }: Pick<Spine, 'identityKey'>,
  bank: string,
  text: string,
): Uint8Array {
  return identityOf(identityKey, [bank, 'thought', wellFormed(text)])
}

/** Throws `invalid_input` for a tag that cannot be one, and as {@link prepareItem} does. */
export function prepareThought(spine: Spine, reach: Reach, thought: Thought): ThoughtDraft {
  const { text, tags, origin, occurredAt, trust = trustOf(origin, []), reads = false } = thought
  const item = prepareItem(spine, reach, {
    kind: 'thought',
    text,
    origin,
    trust,
    occurredAt,
    identity: [text],
  })
  return {
    ...item,
    tags: readTags(spine, reach.writes, tags),
    stated:
      reads === false
        ? null
        : readStated(
            spine,
            reach,
            { ...item, expiresAt: thought.expiresAt },
            reads === true ? undefined : reads,
          ),
  }
}

/**
 * Adds many thoughts that stand on their own, as an import has them. One that is there already gains the tags it
 * lacks and the trust of who says it again. Answers in the order of the thoughts.
 */
export function* addThoughts(spine: Spine, reach: Reach, thoughts: readonly ThoughtDraft[]): Tx<Added[]> {
  const outcomes = yield* addItems(spine, reach, thoughts)
  for (const [index, thought] of thoughts.entries()) {
    const added = outcomes[index]
    if (added === undefined || added.outcome === 'forgotten') continue
    yield* addTags(reach.writes, added.id, thought.tags)
    if (added.outcome === 'repeated') yield* raiseTrust(reach, added.id, thought)
    yield* keepOf(spine, reach, { item: thought, added, isSaidNow: false, isAgain: false })
  }
  return outcomes
}

interface Keeping {
  readonly item: ThoughtDraft
  readonly added: Exclude<Added, { outcome: 'forgotten' }>
  readonly isSaidNow: boolean
  readonly isAgain: boolean
}

/** What a thought states, believed no more than the thought itself. */
function* keepOf(spine: Spine, reach: Reach, { item, added, isSaidNow, isAgain }: Keeping): Tx<SavedFacts> {
  const { stated, trust, identity } = item
  if (stated === null || trust === 'untrusted') return { ids: [], counts: {} }
  const isNew = added.outcome === 'added'
  const source = { id: added.id, rid: added.rid, identity, isNew, isSaidNow, isAgain }
  return yield* keepStated(spine, reach, source, { ...stated, facts: { ...stated.facts, trust } })
}

/**
 * The same note again. Stated without a source it stands on its own from now on: it no longer goes with what it
 * was once derived from. A further source is one more that it rests on.
 */
function* restate(
  spine: Spine,
  reach: Reach,
  id: ItemId,
  item: PreparedItem,
  sources: readonly Item[],
): Tx<void> {
  const bank = reach.writes
  const stored = yield* readItem(spine, [bank], id)
  const isDerived = (yield* sourcesOf(bank, [id])).length > 0
  if (isDerived && sources.length > 0) {
    yield* linkAll(reach, id, sources)
    yield* settleTrust(spine, bank, id, isStronger(item.origin, stored.origin) ? item.origin : stored.origin)
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
