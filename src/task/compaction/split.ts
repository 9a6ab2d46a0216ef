import type { SessionEvent } from '../event.js'
import { answeredUntil } from './answered-until.js'
import { pairCalls } from './pair-calls.js'
import type { Weighed } from './trim-results.js'

/** Where events are parted: what is hidden, and what stays as it is. */
export interface Split {
  /** The last event of the hidden part; 0 where nothing can be hidden. */
  readonly throughSeq: number
  /** Events of the hidden part that stay all the same, in their order. */
  readonly carried: readonly SessionEvent[]
  readonly tail: readonly SessionEvent[]
}

/** The last messages stay as they are. */
const LATEST_MESSAGES = 4

/**
 * The last messages stay, with what happened since the first of them as far as `tailTokens` reaches: an agent may call
 * tools for hours between two messages. A call stays until its result can be hidden with it.
 */
export function split(weighed: readonly Weighed[], tailTokens: number): Split {
  const events = weighed.map(({ event }) => event)
  const spoken = events.flatMap(({ type, data }, index) =>
    type === 'message' && data.sidechain === undefined ? [index] : [],
  )
  const stays = new Set(spoken.slice(-LATEST_MESSAGES)) // slice-ok: a list
  const firstSpoken = spoken.at(-LATEST_MESSAGES) ?? 0
  let border = events.length
  for (let tokens = 0; border > firstSpoken; border--) {
    tokens += weighed[border - 1]?.tokens ?? 0
    if (tokens > tailTokens) break
  }
  // What the model has not seen yet stays.
  border = Math.min(border, answeredUntil(events))
  for (const [call, result] of pairCalls(events))
    if (result === undefined || result >= border) stays.add(call)
  return {
    throughSeq: events[border - 1]?.seq ?? 0,
    carried: events.filter((_, index) => index < border && stays.has(index)),
    tail: events.filter((_, index) => index >= border),
  }
}
