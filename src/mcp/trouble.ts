import { type ErrorPlace, errorPlace } from '../error-place.js'
import { MemoryError } from '../errors.js'

/** What went wrong, for whoever looks after a server: without a word of what a client sent, or of a memory. */
export type Trouble =
  /** Nobody expected it. */
  | ({ readonly event: 'mistake'; readonly route: typeof ROUTE } & ErrorPlace)
  /** A client sent what is no message here, or an answer did not reach it. */
  | { readonly event: 'trouble'; readonly route: typeof ROUTE; readonly reason: string }

export type TroubleLog = (trouble: Trouble) => void

export function mistake(error: unknown): Trouble {
  return { event: 'mistake', route: ROUTE, ...errorPlace(error) }
}

export function trouble(error: unknown): Trouble {
  return { event: 'trouble', route: ROUTE, reason: reasonOf(error) }
}

/** As a line, where there is no log of events. */
export function sayTrouble(told: Trouble): string {
  return told.event === 'mistake' ? [told.error, ...told.frames].join('\n') : told.reason
}

/** The protocol's package has a word of its own for what it refuses, and behind it quotes what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof MemoryError) return error.code
  const word = error instanceof Error ? REFUSED.exec(error.message)?.[1] : undefined
  return word ?? errorPlace(error).error
}

const REFUSED = /^Rejected [a-z0-9 -]{1,60} \(([a-z-]{1,60})\): /

const ROUTE = '/mcp'
