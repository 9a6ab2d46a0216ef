import { MemoryError } from '../../errors.js'
import type { Tx } from '../statement.js'
import { type Access, type Attempt, attempt, type Transacting } from './attempt.js'
import { connectionLost, retryReason } from './connection/postgres-errors.js'
import type { Scope } from './scope.js'

/**
 * Runs a body in a transaction of its own, again from its start when another transaction spoiled it, with
 * waits that grow and are jittered. What reads, and may lag, is tried on a replica first, where there is one that will do.
 */
export async function transact<T>(
  to: Transacting,
  scope: Scope,
  access: Access,
  body: () => Tx<T>,
): Promise<T> {
  const deadline = to.env.now() + to.busyTimeoutMs
  const locks = access === 'writing' ? scope.locks : []
  const asked = { access, begin: `${scope[access]}; ${to.limits[access]}`, locks, body }
  const { laggingIn } = scope
  const replica = access === 'reading' && laggingIn !== undefined ? to.replicas?.choose(laggingIn) : undefined
  if (replica !== undefined) {
    const outcome = await attempt(to, asked, replica)
    if ('value' in outcome) return outcome.value
    if (outcome.isOfBody) throw outcome.error
    replica.failed(outcome.cause)
  }
  return to.queue.inTurn(locks, () => repeat(to, asked, deadline))
}

async function repeat<T>(to: Transacting, asked: Attempt<T>, deadline: number): Promise<T> {
  for (let tries = 1; ; tries++) {
    const outcome = await attempt(to, asked)
    if ('value' in outcome) return outcome.value
    const { error, cause, isUnknown } = outcome
    if (isUnknown) throw outcomeUnknown(cause)
    const reason = retryReason(cause)
    // Once it has been away for a while nobody waits for it any more, lest they all wait.
    const isGone = reason === 'away' && to.pool.state.failingForMs > AWAY_MS
    if (reason === undefined || isGone || (reason === 'duplicate' && tries > MAX_DUPLICATES))
      throw to.translate(error)
    if (to.env.now() >= deadline)
      throw reason === 'away' ? to.translate(error) : gaveUp(tries, to.translate(cause))
    const longest = reason === 'away' ? MAX_AWAY_SLEEP_MS : MAX_SLEEP_MS
    await to.env.sleep(1 + to.env.random() * Math.min(2 ** tries, longest))
  }
}

const MAX_SLEEP_MS = 64

// A server that starts again is there after a second or two.
const AWAY_MS = 5_000
const MAX_AWAY_SLEEP_MS = 500

// A race is lost once or twice; a key that is taken for good is told after a few milliseconds.
const MAX_DUPLICATES = 3

function outcomeUnknown(cause: unknown): MemoryError {
  return new MemoryError(
    'store_failed',
    'the connection was lost while the transaction was being committed: it may or may not be there',
    'read before you write again',
    { cause: cause instanceof Error ? cause : connectionLost() },
  )
}

function gaveUp(tries: number, cause: unknown): MemoryError {
  return new MemoryError(
    'store_busy',
    `other transactions were in the way ${tries} times`,
    'try again; nothing of this call was written',
    { cause },
  )
}
