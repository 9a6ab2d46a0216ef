import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

export interface RecentEventsOptions {
  readonly now: () => number
  readonly maxEvents?: number
  /** Of all messages together, in characters as they are sent. */
  readonly maxChars?: number
  /** What was remembered stands in them, and may be forgotten: they are no second memory. */
  readonly keptMs?: number
}

/**
 * What a session was told last, for a client whose stream was cut: it names the last event that it saw, and is told
 * what followed on that stream. Bounded three ways; behind the bound an event is unknown. Ids are the session's own, so
 * that none of another session is ever found.
 */
export function createRecentEvents(options: RecentEventsOptions): EventStore {
  const { now, maxEvents = MAX_EVENTS, maxChars = MAX_CHARS, keptMs = KEPT_MS } = options
  /** In the order in which they came. */
  const kept = new Map<string, Kept>()
  let last = 0
  let chars = 0

  function makeRoom(): void {
    for (const [id, event] of kept) {
      if (kept.size <= maxEvents && chars <= maxChars && now() - event.at < keptMs) return
      kept.delete(id)
      chars -= event.chars
    }
  }

  return {
    storeEvent: async (stream, message) => {
      const id = String(++last)
      const event = { stream, message, at: now(), chars: JSON.stringify(message).length }
      kept.set(id, event)
      chars += event.chars
      makeRoom()
      return id
    },
    getStreamIdForEventId: async (id) => {
      makeRoom()
      return kept.get(id)?.stream
    },
    replayEventsAfter: async (id, { send }) => {
      const from = kept.get(id)
      if (from === undefined) throw new Error('the event is not kept any more')
      const after = [...kept].filter(
        ([one, { stream }]) => stream === from.stream && Number(one) > Number(id),
      )
      for (const [one, { message }] of after) await send(one, message)
      return from.stream
    },
  }
}

interface Kept {
  readonly stream: string
  readonly message: JSONRPCMessage
  readonly at: number
  readonly chars: number
}

const MAX_EVENTS = 256
/** A few of the largest answers. */
const MAX_CHARS = 4 * 1024 * 1024
const KEPT_MS = 5 * 60_000
