import type { SessionEvent } from '../event.js'

/** Behind the last event that the agent itself made. */
export function answeredUntil(events: readonly SessionEvent[]): number {
  return 1 + events.findLastIndex(({ role, data }) => role === 'assistant' && data.sidechain === undefined)
}
