import type { Item } from '../../../api/operation-types.js'

export type FactItem = Item & { readonly fact: NonNullable<Item['fact']> }

/** All that ever held one key, or the one thing that a fact without a key says. */
export interface FactLane {
  readonly id: string
  readonly key: string | null
  /** Oldest first. */
  readonly facts: readonly FactItem[]
  /** What stands for it in a list: what holds, else the latest. */
  readonly leading: FactItem
}

/**
 * Facts by their keys, in the order in which each key came first: what is loaded later adds to lanes and follows behind,
 * and nothing that was shown moves.
 */
export function factLanes(items: readonly Item[]): readonly FactLane[] {
  const lanes = new Map<string, FactItem[]>()
  for (const item of items) {
    if (!isFact(item)) continue
    const id = item.fact.key ?? item.id
    const lane = lanes.get(id)
    if (lane === undefined) lanes.set(id, [item])
    else lane.push(item)
  }
  return [...lanes].map(([id, found]) => {
    const facts = found.toSorted(byTime)
    const leading = facts.findLast(({ fact }) => fact.status === 'active') ?? (facts.at(-1) as FactItem)
    return { id, key: leading.fact.key, facts, leading }
  })
}

export function isFact(item: Item): item is FactItem {
  return item.fact !== null
}

/** From when to when it is held to be true; null: still. What was taken back was never true: it has no length. */
export function heldSpan({ fact }: FactItem): { readonly from: string; readonly until: string | null } {
  if (fact.status === 'retracted') return { from: fact.validFrom, until: fact.validUntil ?? fact.validFrom }
  return { from: fact.validFrom, until: fact.validUntil }
}

/** A key in words: `user.location` is whom and what it is about, `person.sarah chen.role` too. */
export function keyInWords(key: string): { readonly subject: string | null; readonly attribute: string } {
  const parts = key.split('.')
  const attribute = (parts.at(-1) ?? key).replaceAll('_', ' ')
  if (parts.length < 2 || parts[0] === 'user') return { subject: null, attribute }
  return { subject: parts.slice(1, -1).join('.') || (parts[0] ?? null), attribute }
}

function byTime(a: FactItem, b: FactItem): number {
  return Date.parse(a.fact.validFrom) - Date.parse(b.fact.validFrom) || (a.id < b.id ? -1 : 1)
}
