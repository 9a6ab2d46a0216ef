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
    writing: `${both}; ${DURABLE}`,
    // The server itself gives up before.
    answerWithinMs: statementTimeoutMs + GRACE_MS,
  }
}

/**
 * What is acknowledged survives a crash, also where `off` or `local` is set; a server that waits for more (`remote_apply`)
 * is not told to wait for less. A plain `set` cannot ask what is set.
 */
const DURABLE = `do $$ begin
  if current_setting('synchronous_commit') in ('off', 'local') then set local synchronous_commit = on; end if;
end $$`

// A process that stopped in the middle of a transaction must not hold its locks for ever.
const IDLE_TIMEOUT_MS = 60_000

const GRACE_MS = 5_000

/** 0 would mean for ever. */
function whole(ms: number): number {
  return Math.min(Math.max(1, Math.ceil(ms)), 2 ** 31 - 1)
}
