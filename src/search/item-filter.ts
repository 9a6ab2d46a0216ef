import type { ItemKind } from '../items/item.js'
import { fold } from '../text/fold.js'

/** Which items are meant, beside what they say. Names are compared in their folded form. */
export interface ItemFilter {
  readonly kinds?: readonly ItemKind[] | undefined
  readonly session?: string | undefined
  readonly channel?: string | undefined
  readonly speaker?: string | undefined
  readonly role?: string | undefined
  /** Milliseconds UTC, of when it happened; `until` itself is outside. */
  readonly since?: number | undefined
  readonly until?: number | undefined
}

/** What a filter looks at. */
export interface Filtered {
  readonly kind: ItemKind
  readonly occurredAt: number | null
  readonly session: string | null
  readonly channel: string | null
  readonly speaker: string | null
  readonly role: string | null
}

/** Whether an item is one of those meant. */
export function itemFilter(filter: ItemFilter): (item: Filtered) => boolean {
  const { since = -Infinity, until = Infinity } = filter
  const isTimed = filter.since !== undefined || filter.until !== undefined
  const kinds = filter.kinds === undefined ? undefined : new Set(filter.kinds)
  const names = (['session', 'channel', 'speaker', 'role'] as const).flatMap((name) => {
    const wanted = filter[name]
    return wanted === undefined ? [] : [{ name, wanted: fold(wanted) }]
  })
  return (item) => {
    if (kinds !== undefined && !kinds.has(item.kind)) return false
    if (isTimed && (item.occurredAt === null || item.occurredAt < since || item.occurredAt >= until))
      return false
    return names.every(({ name, wanted }) => {
      const value = item[name]
      return value !== null && fold(value) === wanted
    })
  }
}
