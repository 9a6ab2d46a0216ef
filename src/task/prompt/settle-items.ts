import { trusts } from '../../items/item.js'
import { searchForm } from '../../text/search-form.js'
import { authorities, type PromptBlock, type PromptItem } from './block.js'
import type { Decision } from './decision.js'
import type { ReasonCode } from './reason.js'

export interface Settled {
  /** The blocks without what cannot be in this prompt. */
  readonly blocks: readonly PromptBlock[]
  readonly out: readonly Decision[]
}

/**
 * What can be in a prompt at all, before any budget: what applies here, holds and is believed enough, once, and of what
 * contradicts itself one side. Who lost here does not come back where its winner has no room: half of a contradiction
 * would be worse than none.
 */
export function settleItems(blocks: readonly PromptBlock[], now: number): Settled {
  const out: Decision[] = []
  const isOut = new Set<PromptItem>()
  const all: Entry[] = []
  for (const block of blocks) {
    for (const item of block.items) {
      const entry = { block, item, rank: all.length }
      const reason = isOwed(entry) ? null : refusal(entry, now)
      if (reason === null) all.push(entry)
      else dismiss(entry, reason, null)
    }
  }
  for (const same of alike(all)) {
    const [best, ...others] = same.toSorted(weightier)
    for (const other of others) if (!isOwed(other)) dismiss(other, 'duplicate_content', best!.item.id)
  }
  for (const rivals of contradicting(all.filter(({ item }) => !isOut.has(item)))) {
    const [best, ...others] = rivals.toSorted(weightier)
    for (const other of others) {
      if (isOwed(other) || isOut.has(other.item) || other.item === best!.item) continue
      const isBelow = other.item.authority !== best!.item.authority
      dismiss(other, isBelow ? 'authority_loser' : 'conflict_loser', best!.item.id)
    }
  }
  const kept = blocks.map((block) => ({ ...block, items: block.items.filter((item) => !isOut.has(item)) }))
  return { blocks: kept, out }

  function dismiss({ block, item }: Entry, reason: ReasonCode, by: string | null): void {
    isOut.add(item)
    out.push({ block: block.name, id: item.id, reason, tokens: 0, by })
  }
}

interface Entry {
  readonly block: PromptBlock
  readonly item: PromptItem
  readonly rank: number
}

function isOwed({ block, item }: Entry): boolean {
  return item.isRequired ?? block.isRequired
}

function refusal({ block, item }: Entry, now: number): ReasonCode | null {
  if (item.isElsewhere === true) return 'scope_mismatch'
  if (item.expiresAt !== undefined && item.expiresAt !== null && item.expiresAt <= now) return 'expired'
  if (item.as !== 'memory') return null
  if (block.minTrust !== null && trustRank(item) > trusts.indexOf(block.minTrust)) return 'untrusted'
  if (item.confidence !== undefined && item.confidence < block.minConfidence) return 'low_confidence'
  return null
}

/** Memories that are one item, or say the same letter by letter. */
function alike(entries: readonly Entry[]): Iterable<Entry[]> {
  const memories = entries.filter(({ item }) => item.as === 'memory')
  const byId = groups(memories, ({ item }) => [item.id])
  const once = [...byId.values()].map((same) => same.toSorted(weightier)[0] as Entry)
  return [...byId.values(), ...groups(once, ({ item }) => [formOf(item)]).values()].filter(
    (same) => same.length > 1,
  )
}

function contradicting(entries: readonly Entry[]): Iterable<Entry[]> {
  return [...groups(entries, ({ item }) => item.conflictKeys).values()].filter((same) => same.length > 1)
}

function groups(
  entries: readonly Entry[],
  keysOf: (entry: Entry) => readonly string[],
): Map<string, Entry[]> {
  const found = new Map<string, Entry[]>()
  for (const entry of entries) {
    for (const key of keysOf(entry)) {
      const same = found.get(key)
      if (same === undefined) found.set(key, [entry])
      else same.push(entry)
    }
  }
  return found
}

/** Who has more to say; who is believed more; who said it later; whose block comes first. */
function weightier(a: Entry, b: Entry): number {
  return (
    authorities.indexOf(a.item.authority) - authorities.indexOf(b.item.authority) ||
    trustRank(a.item) - trustRank(b.item) ||
    b.item.at - a.item.at ||
    b.block.priority - a.block.priority ||
    a.rank - b.rank
  )
}

export function trustRank({ trust }: Pick<PromptItem, 'trust'>): number {
  return trusts.indexOf(trust)
}

/** Of an item, which is compared several times while a prompt is chosen. */
export function formOf(item: PromptItem): string {
  const before = forms.get(item)
  if (before !== undefined) return before
  const form = saidForm(item.text)
  forms.set(item, form)
  return form
}

const forms = new WeakMap<PromptItem, string>()

/** The form in which two texts say the same: folded, without the sign that ends them. */
export function saidForm(text: string): string {
  return searchForm(text)
    .trim()
    .replace(/[\s.!。！,，;；]+$/u, '')
}
