import { inText, sql } from '../store/sql.js'
import { run, type Tx } from '../store/statement.js'
import { type ItemId, type Origin, type Trust, trustOf, trusts } from './item.js'
import { derivedFrom, sourcesOf } from './lineage.js'
import { readItem, readItems } from './read-items.js'
import type { Spine } from './spine.js'

/**
 * Gives a derived item the trust that its sources allow, and lowers what was derived from it where that fell:
 * nothing is believed more than the least of what it rests on. What merely quotes its sources rests on each of them
 * alone, and its kind knows how.
 */
export function* settleTrust(
  spine: Pick<Spine, 'env' | 'kinds'>,
  bank: string,
  id: ItemId,
  origin: Origin,
): Tx<void> {
  const item = yield* readItem(spine, [bank], id)
  const links = yield* sourcesOf(bank, [id])
  const rederive = spine.kinds.get(item.kind)?.rederive
  if (rederive !== undefined && links.some(({ role }) => role === 'quotes')) {
    yield* rederive(spine, { bank, rid: item.rid, id })
    return
  }
  const sources = yield* readItems(spine, bank, sql`i.id ${inText(links.map(({ source }) => source))}`)
  const trust = trustOf(
    origin,
    sources.map((source) => source.trust),
  )
  yield* run(sql`update item set origin = ${origin}, trust = ${trust} where bank = ${bank} and id = ${id}`)
  yield* lowerDerived(spine, bank, { id, before: item.trust, trust })
}

/** Lowers what was derived from an item whose trust fell. */
export function* lowerDerived(
  spine: Pick<Spine, 'env' | 'kinds'>,
  bank: string,
  { id, before, trust }: { readonly id: ItemId; readonly before: Trust; readonly trust: Trust },
): Tx<void> {
  if (trusts.indexOf(trust) <= trusts.indexOf(before)) return
  const derived = yield* derivedFrom(bank, [id])
  for (const next of yield* readItems(spine, bank, sql`i.id ${inText(derived.map((link) => link.item))}`)) {
    yield* settleTrust(spine, bank, next.id, next.origin)
  }
}
