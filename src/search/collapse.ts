import type { ItemId } from '../items/item.js'
import { isAlike, type Likeness, likenessOf } from '../text/likeness.js'
import { DAY_MS } from '../text/zone.js'
import type { FoundRow } from './candidate.js'
import type { Fused } from './fuse.js'
import { factKinds } from './stated-facts.js'

/** A result that stands for others that say the same. */
export interface Collapsed {
  readonly entry: Fused
  /** Items further down that say it again, best first. */
  readonly alike: readonly ItemId[]
}

/**
 * The first `limit` results, each text of one speaker and day once: what is said again in nearly the same words is named
 * beside the first, so that it takes no other's place. Said on another day, it happened again: that may be the answer.
 */
export function collapse(fused: readonly Fused[], limit: number): Collapsed[] {
  const kept: { readonly entry: Fused; readonly alike: ItemId[] }[] = []
  const likenesses = new Map<Fused, Likeness>()
  // Few are near enough in length to be compared at all.
  const likeness = (entry: Fused) => {
    const known = likenesses.get(entry) ?? likenessOf(entry.row.text)
    likenesses.set(entry, known)
    return known
  }
  for (const entry of fused) {
    const same = kept.find(
      (first) => mayBeAlike(first.entry.row, entry.row) && isAlike(likeness(first.entry), likeness(entry)),
    )
    if (same !== undefined) same.alike.push(entry.row.id)
    else if (kept.length < limit) kept.push({ entry, alike: [] })
    else break
  }
  return kept
}

/** Near enough in length, day and speaker that their words are worth comparing. */
export function mayBeAlike(a: FoundRow, b: FoundRow): boolean {
  const isSameLength =
    Math.abs(a.text.length - b.text.length) <= LENGTHS_APART * Math.max(a.text.length, b.text.length)
  if (!isSameLength || speakerOf(a) !== speakerOf(b)) return false
  // Two facts may quote the same words and state different things.
  if (factKinds.has(a.kind) || factKinds.has(b.kind)) return false
  return (
    a.occurredAt === b.occurredAt ||
    (a.occurredAt !== null && b.occurredAt !== null && Math.abs(a.occurredAt - b.occurredAt) <= DAY_MS)
  )
}

const LENGTHS_APART = 0.2

/** The same words of two people are two statements. */
function speakerOf({ turn }: FoundRow): string | null {
  return turn === null ? null : (turn.speaker ?? turn.role)
}
