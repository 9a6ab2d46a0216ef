import type { Reach } from '../reach.js'
import { inText, sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import type { Item, ItemId } from './item.js'
import { type CopyOf, copyOf } from './item-copy.js'
import { derivedFrom, type LineageRole, type Link, sourcesOf } from './lineage.js'
import { readItem, readItems } from './read-items.js'
import type { Spine } from './spine.js'

export interface TracedItem extends Item {
  readonly role: LineageRole
}

/** Where an item comes from, what came out of it, and how often it was used. */
export interface Trace {
  readonly item: Item
  readonly sources: readonly TracedItem[]
  readonly derived: readonly TracedItem[]
  /** Where it was taken over from; null for what was kept here first. */
  readonly copyOf: CopyOf | null
}

/** Throws `not_found`. */
export function trace(spine: Spine, reach: Reach, id: string): Promise<Trace> {
  return spine.store.read(function* look(): Tx<Trace> {
    const item = yield* readItem(spine, reach.reads, id)
    const isAnother = ({ item: one, source }: Link) => one !== source
    const sources = (yield* sourcesOf(item.bank, [item.id])).filter(isAnother)
    const derived = (yield* derivedFrom(item.bank, [item.id])).filter(isAnother)
    return {
      item,
      copyOf: yield* copyOf(item.bank, item.rid),
      sources: yield* withRoles(
        spine,
        item.bank,
        sources.map(({ source, role }) => ({ id: source, role })),
      ),
      derived: yield* withRoles(
        spine,
        item.bank,
        derived.map((link) => ({ id: link.item, role: link.role })),
      ),
    }
  })
}

interface Role {
  readonly id: ItemId
  readonly role: LineageRole
}

function* withRoles(spine: Spine, bank: string, roles: readonly Role[]): Tx<TracedItem[]> {
  const items = yield* readItems(spine, bank, sql`i.id ${inText(roles.map(({ id }) => id))}`)
  const byId = new Map(items.map((item) => [item.id, item]))
  return roles.flatMap(({ id, role }) => {
    const item = byId.get(id)
    return item === undefined ? [] : [{ ...item, role }]
  })
}
