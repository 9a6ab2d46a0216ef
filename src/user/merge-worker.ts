import { touchBank } from '../items/bank.js'
import { type ItemId, trustOf } from '../items/item.js'
import { noteCopy } from '../items/item-copy.js'
import { addLineage, type Link, sourcesOf } from '../items/lineage.js'
import { type FoundItem, readItem, readItems } from '../items/read-items.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import { type BankId, type Reach, workerBankOf } from '../reach.js'
import { inText, sql } from '../store/sql.js'
import { column, get, type Tx } from '../store/statement.js'
import { addThoughts, prepareThought } from './thoughts.js'

/** What became of one item of a worker. */
export interface MergedItem {
  /** Its id in the worker's bank … */
  readonly from: ItemId
  /** … and in the user's; null where the same note was forgotten there, and stays so. */
  readonly id: ItemId | null
  readonly outcome: 'added' | 'repeated' | 'forgotten'
}

/**
 * Takes chosen items of one of the user's workers over into the main bank: as notes of a tool, whatever they were there,
 * with their tags, times and what they came out of among each other. What is stated in them is read out anew, with that
 * trust. An item that only quotes another brings the whole of it. Throws `not_found`.
 */
export async function mergeWorker(
  spine: Spine,
  reach: Reach,
  { worker, ids }: { readonly worker: string; readonly ids: readonly string[] | 'all' },
): Promise<readonly MergedItem[]> {
  const from = workerBankOf(reach.actor.user, worker)
  const chosen =
    ids === 'all'
      ? await spine.store.query(
          column<string>(sql`select id from item where bank = ${from} and quotes = 0 order by rid`),
        )
      : ids
  const merged: MergedItem[] = []
  const copies = new Map<ItemId, ItemId>()
  for (let start = 0; start < chosen.length; start += PORTION) {
    const portion = await spine.store.read(choose, spine, from, chosen.slice(start, start + PORTION))
    const taken = await takeOver(spine, reach, from, portion, copies)
    for (const one of taken) if (one.id !== null) copies.set(one.from, one.id)
    merged.push(...taken)
  }
  return merged
}

/** What a worker has that is no memory, and stays where it is. */
export interface LeftToWorker {
  /** Calls, results, reasoning: everything but messages and files. */
  readonly events: number
  readonly artifacts: number
  readonly tasks: number
}

export function* leftToWorker({ actor }: Reach, worker: string): Tx<LeftToWorker> {
  const row = yield* get<LeftToWorker>(sql`
    select coalesce(sum(case when kind = 'turn' then 1 else 0 end), 0) as events,
      coalesce(sum(case when kind = 'artifact' then 1 else 0 end), 0) as artifacts,
      coalesce(sum(case when kind = 'task' then 1 else 0 end), 0) as tasks
    from item where bank = ${workerBankOf(actor.user, worker)} and quotes = 1`)
  return row ?? { events: 0, artifacts: 0, tasks: 0 }
}

/** One transaction, some tens of milliseconds. */
const PORTION = 100

/** `before`: by their ids in the worker's bank, the copies that earlier portions made. */
function takeOver(
  spine: Spine,
  reach: Reach,
  from: BankId,
  { items, links }: Chosen,
  before: ReadonlyMap<ItemId, ItemId>,
): Promise<readonly MergedItem[]> {
  const drafts = items.map((item) => ({
    item,
    draft: prepareThought(spine, reach, {
      text: item.text,
      tags: item.tags,
      origin: 'tool',
      occurredAt: item.occurredAt ?? item.recordedAt,
      trust: trustOf('tool', [item.trust]),
      reads: true,
    }),
  }))
  const at = spine.env.now()
  return write(spine, reach, 'memory.merge', 'memory.write', function* body() {
    const merged: MergedItem[] = []
    const change = { items: 0, words: 0 }
    const copies = new Map(before)
    for (const { item, draft } of drafts) {
      // Forgotten there a moment ago, it must not come here.
      const isThere = yield* get(sql`select id from item where bank = ${from} and id = ${item.id}`)
      if (isThere === undefined) continue
      const [added] = yield* addThoughts(spine, reach, [draft])
      if (added === undefined || added.outcome === 'forgotten') {
        merged.push({ from: item.id, id: null, outcome: 'forgotten' })
        continue
      }
      merged.push({ from: item.id, id: added.id, outcome: added.outcome })
      copies.set(item.id, added.id)
      if (added.outcome === 'repeated') continue
      yield* noteCopy(reach.writes, added.rid, { bank: from, id: item.id }, at)
      change.items += 1
      change.words += draft.length
    }
    for (const { item, source, role } of links) {
      const [copy, origin] = [copies.get(item), copies.get(source)]
      if (copy !== undefined && origin !== undefined && copy !== origin)
        yield* addLineage(reach.writes, { item: copy, source: origin, role })
    }
    yield* touchBank(reach, at, change)
    const kept = merged.flatMap(({ id }) => id ?? [])
    return { result: merged, effect: { ids: kept, counts: { merged: kept.length } } }
  })
}

interface Chosen {
  /** Oldest first: what others came out of is there before them. */
  readonly items: readonly FoundItem[]
  readonly links: readonly Link[]
}

/** The chosen items; of those that only quote another, the other. */
function* choose(spine: Spine, bank: BankId, ids: readonly string[]): Tx<Chosen> {
  const found: FoundItem[] = []
  for (const id of new Set(ids)) found.push(yield* readItem(spine, [bank], id))
  const quoted = (yield* sourcesOf(
    bank,
    found.map(({ id }) => id),
  )).filter(({ role }) => role === 'quotes')
  const replaced = new Set(quoted.map(({ item }) => item))
  const wanted = new Set<ItemId>([
    ...found.map(({ id }) => id).filter((id) => !replaced.has(id)),
    ...quoted.map(({ source }) => source),
  ])
  const items = yield* readItems(spine, bank, sql`i.id ${inText([...wanted])}`)
  return {
    items: items.sort((a, b) => a.rid - b.rid),
    links: (yield* sourcesOf(bank, [...wanted])).filter(({ role }) => role !== 'quotes'),
  }
}
