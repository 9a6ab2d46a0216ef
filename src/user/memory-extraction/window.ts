import type { Message } from './message.js'

/** What the user said, and what the assistant answered. */
export interface Pair {
  readonly user: readonly Message[]
  /** Context only: nothing is read out of it. */
  readonly assistant: readonly Message[]
}

/** How many pairs are looked at. */
export const WINDOW_PAIRS = 3

/**
 * The latest pairs of user and assistant, the oldest first. Messages in a row by the same one belong together; other
 * roles (system, tool) are left out.
 */
export function latestPairs(messages: readonly Message[], count = WINDOW_PAIRS): Pair[] {
  const pairs: Pair[] = []
  let user: Message[] = []
  let assistant: Message[] = []
  for (let at = messages.length - 1; at >= 0 && pairs.length < count; at--) {
    const message = messages[at]
    if (message?.role === 'assistant') {
      if (user.length > 0) {
        pairs.unshift({ user, assistant })
        user = []
        assistant = []
      }
      assistant.unshift(message)
    } else if (message?.role === 'user') user.unshift(message)
  }
  if (user.length > 0 && pairs.length < count) pairs.unshift({ user, assistant })
  return pairs
}

/** What the assistant said last, also where the user spoke after it: a closing `thanks!` changes nothing of it. */
export function latestAssistantTurn(messages: readonly Message[]): readonly Message[] {
  const turn: Message[] = []
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at]
    if (message?.role === 'user' && turn.length > 0) break
    if (message?.role === 'assistant') turn.unshift(message)
  }
  return turn
}
