import type { OutputOf } from '../../../api/operation-types.js'

export type TranscriptEvent = OutputOf<'transcript.read'>['events'][number]

/** The part of a session that is held: what is far from what is looked at is let go, and read again when one comes back. */
export interface TranscriptWindow {
  readonly events: readonly TranscriptEvent[]
  /** Given as `before` for what happened before; null where nothing did. */
  readonly previous: number | null
  /** Given as `after` for what came then; null where nothing did. */
  readonly next: number | null
}

/** With the page behind it; where it holds too many then, its beginning is let go. */
export function withLater(
  held: TranscriptWindow,
  page: TranscriptWindow,
  mostEvents: number,
): TranscriptWindow {
  const last = held.events.at(-1)?.seq ?? 0
  const events = [...held.events, ...page.events.filter(({ seq }) => seq > last)]
  if (events.length <= mostEvents) return { events, previous: held.previous, next: page.next }
  const kept = events.slice(-mostEvents)
  return { events: kept, previous: kept[0]?.seq ?? null, next: page.next }
}

/** With the page before it; where it holds too many then, its end is let go. */
export function withEarlier(
  held: TranscriptWindow,
  page: TranscriptWindow,
  mostEvents: number,
): TranscriptWindow {
  const first = held.events[0]?.seq ?? Number.POSITIVE_INFINITY
  const events = [...page.events.filter(({ seq }) => seq < first), ...held.events]
  if (events.length <= mostEvents) return { events, previous: page.previous, next: held.next }
  const kept = events.slice(0, mostEvents)
  return { events: kept, previous: page.previous, next: kept.at(-1)?.seq ?? null }
}
