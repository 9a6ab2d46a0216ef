import { ownSettings } from './own-settings.js'

/** What a transaction is told at its start: a pooler keeps nothing of a session from one transaction to the next. */
export interface Limits {
  readonly reading: string
  readonly writing: string
  /** How long the server may be silent before it counts as gone. */
  readonly answerWithinMs: number
}

export interface LimitOptions {
  /** How long one statement may run. */
  readonly statementTimeoutMs: number
  /** How long it may wait for another transaction's lock. */
  readonly lockTimeoutMs: number
}

export function limitsOf({ statementTimeoutMs, lockTimeoutMs }: LimitOptions): Limits {
  const both = [
    ownSettings,
    `set local statement_timeout = ${whole(statementTimeoutMs)}`,
    `set local lock_timeout = ${whole(lockTimeoutMs)}`,
    `set local idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`,
  ].join('; ')
  return {
    reading: both,
    writing: `${both}; set local synchronous_commit = on`,
    // The server itself gives up before.
    answerWithinMs: statementTimeoutMs + GRACE_MS,
  }
}

// A process that stopped in the middle of a transaction must not hold its locks for ever.
const IDLE_TIMEOUT_MS = 60_000

const GRACE_MS = 5_000

/** 0 would mean for ever. */
function whole(ms: number): number {
  return Math.min(Math.max(1, Math.ceil(ms)), 2 ** 31 - 1)
}
