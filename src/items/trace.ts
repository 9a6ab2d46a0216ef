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

/** A source of a source, and so on: what an item rests on in the end. */
export interface ChainedItem extends TracedItem {
  /** 1 for its own sources. */
  readonly depth: number
  /** The item that was made of it. */
  readonly of: ItemId
}

/** Everything that an item rests on, the nearest first, each once; at most {@link CHAIN_MAX}. Throws `not_found`. */
export function* sourceChain(spine: Spine, reach: Reach, id: string): Tx<ChainedItem[]> {
  const item = yield* readItem(spine, reach.reads, id)
  const known = new Set<ItemId>([item.id])
  const links: (Link & { readonly depth: number })[] = []
  let open: readonly ItemId[] = [item.id]
  for (let depth = 1; open.length > 0 && depth <= DEPTH_MAX && links.length < CHAIN_MAX; depth++) {
    const next = (yield* sourcesOf(item.bank, open)).filter(({ source }) => {
      const isNew = !known.has(source)
      known.add(source)
      return isNew
    })
    links.push(...next.map((link) => ({ ...link, depth })))
    open = next.map(({ source }) => source)
  }
  const shown = links.slice(0, CHAIN_MAX) // slice-ok: a list
  const items = yield* readItems(spine, item.bank, sql`i.id ${inText(shown.map(({ source }) => source))}`)
  const byId = new Map(items.map((one) => [one.id, one]))
  return shown.flatMap(({ item: of, source, role, depth }) => {
    const found = byId.get(source)
    return found === undefined ? [] : [{ ...found, role, depth, of }]
  })
}

const CHAIN_MAX = 200
const DEPTH_MAX = 20
