import type { Spine } from '../items/spine.js'
import { clip } from '../text/clip.js'
import { substring } from '../text/substring.js'
import type { EventType, SessionEvent } from './event.js'
import type { KnownSession } from './known-session.js'
import { type EventsWanted, readEvents } from './read-events.js'

export interface PageWanted {
  readonly after: number
  readonly types?: readonly EventType[] | undefined
  /** Milliseconds UTC; `until` itself is outside. */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** Only events with this piece of text; nothing in it is syntax. */
  readonly contains?: string | undefined
  /** At most so many events … */
  readonly limit: number
  /** … and so many characters of text; the first event is always there, cut where it must be. */
  readonly maxChars: number
  readonly signal?: AbortSignal | undefined
}

export interface TranscriptPage {
  readonly events: readonly ShownEvent[]
  /** Behind which event the next page begins; null when this is the last. */
  readonly next: number | null
}

export interface ShownEvent {
  readonly event: SessionEvent
  /** As much of its text as there was room for. */
  readonly shown: string
}

/**
 * What happened in a session, in order. Reads in portions and lets others go on in between, so that a rare piece of text in
 * a long session holds up no one.
 */
export async function readTranscriptPage(
  { store }: Pick<Spine, 'store'>,
  { bank, rid }: Pick<KnownSession, 'bank' | 'rid'>,
  { after, contains, limit, maxChars, signal, ...filter }: PageWanted,
): Promise<TranscriptPage> {
  const piece = contains === undefined ? undefined : substring(contains)
  const wanted = definedOnly(filter)
  const events: ShownEvent[] = []
  let chars = 0
  let last = after
  for (let isEnd = false; !isEnd; ) {
    signal?.throwIfAborted()
    const portion = await store.read(readEvents, bank, rid, { ...wanted, after: last, limit: PORTION })
    isEnd = portion.length < PORTION
    for (const event of portion) {
      if (piece !== undefined && !piece.isIn(event.text)) {
        last = event.seq
        continue
      }
      const isFull = events.length === limit || (events.length > 0 && chars + event.text.length > maxChars)
      if (isFull) return { events, next: last }
      events.push({ event, shown: clip(event.text, maxChars) })
      chars += event.text.length
      last = event.seq
    }
  }
  return { events, next: null }
}

export interface EarlierWanted extends Omit<PageWanted, 'after'> {
  readonly before: number
}

export interface EarlierPage {
  /** In their order. */
  readonly events: readonly ShownEvent[]
  /** Before which event the page before this one ends; null when nothing is before it. */
  readonly previous: number | null
}

/** What happened before an event: the last of it, in the same portions. */
export async function readEarlierPage(
  { store }: Pick<Spine, 'store'>,
  { bank, rid }: Pick<KnownSession, 'bank' | 'rid'>,
  { before, contains, limit, maxChars, signal, ...filter }: EarlierWanted,
): Promise<EarlierPage> {
  const piece = contains === undefined ? undefined : substring(contains)
  const wanted = { ...definedOnly(filter), limit: PORTION, latest: true }
  const events: ShownEvent[] = []
  let chars = 0
  let first = before
  for (let isEnd = false; !isEnd; ) {
    signal?.throwIfAborted()
    const portion = await store.read(readEvents, bank, rid, { ...wanted, before: first })
    isEnd = portion.length < PORTION
    for (const event of portion.reverse()) {
      const isWanted = piece === undefined || piece.isIn(event.text)
      const isFull = events.length === limit || (events.length > 0 && chars + event.text.length > maxChars)
      if (isWanted && isFull) return { events, previous: first }
      first = event.seq
      if (!isWanted) continue
      events.unshift({ event, shown: clip(event.text, maxChars) })
      chars += event.text.length
    }
  }
  return { events, previous: null }
}

/** Large texts are read a portion at a time too. */
const PORTION = 64

function definedOnly({
  types,
  since,
  until,
}: Pick<PageWanted, 'types' | 'since' | 'until'>): Omit<EventsWanted, 'limit'> {
  return {
    ...(types === undefined ? {} : { types }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  }
}
