import type { Env } from '../../clock.js'
import { MemoryError } from '../../errors.js'
import { batch, type Stmt, type Tx } from '../statement.js'
import { lockBanks, releaseBanks } from './bank-lock.js'
import type { BankQueue } from './bank-queue.js'
import type { Connection } from './connection.js'
import type { Pool } from './pool.js'
import { connectionLost, retryReason } from './postgres-errors.js'
import type { Scope } from './scope.js'
import { stepAsync } from './step-async.js'

export interface Transacting {
  readonly pool: Pool
  readonly queue: BankQueue
  readonly env: Env
  /** After this a transaction that others keep spoiling is given up. */
  readonly busyTimeoutMs: number
  translate(error: unknown): unknown
}

/** Whether a transaction writes; it then ends with a commit that is waited for. */
type Access = 'reading' | 'writing'

/**
 * Runs a body in a transaction of its own, again from its start when another transaction spoiled it, with
 * waits that grow and are jittered.
 */
export async function transact<T>(
  to: Transacting,
  scope: Scope,
  access: Access,
  body: () => Tx<T>,
): Promise<T> {
  const deadline = to.env.now() + to.busyTimeoutMs
  const locks = access === 'writing' ? scope.locks : []
  return to.queue.inTurn(locks, () => repeat(to, { begin: scope[access], locks, deadline, body }))
}

interface Attempt<T> {
  readonly begin: string
  readonly locks: readonly string[]
  readonly deadline: number
  readonly body: () => Tx<T>
}

async function repeat<T>(to: Transacting, asked: Attempt<T>): Promise<T> {
  const { deadline } = asked
  let duplicates = 0
  for (let tries = 1; ; tries++) {
    const outcome = await attempt(to, asked)
    if ('value' in outcome) return outcome.value
    const { error, cause, isUnknown } = outcome
    if (isUnknown) throw outcomeUnknown(cause)
    const reason = retryReason(cause)
    if (reason === 'duplicate') duplicates += 1
    if (reason === undefined || duplicates > MAX_DUPLICATES) throw to.translate(error)
    if (to.env.now() >= deadline) throw gaveUp(tries, to.translate(cause))
    await to.env.sleep(1 + to.env.random() * Math.min(2 ** tries, MAX_SLEEP_MS))
  }
}

const MAX_SLEEP_MS = 64

// A race is lost once or twice; a key that is taken for good is told after a few milliseconds.
const MAX_DUPLICATES = 3

type Outcome<T> =
  | { readonly value: T }
  | {
      /** What the body threw, or the transaction's own statements. */
      readonly error: unknown
      /** What failed first in the store; decides whether to run again. */
      readonly cause: unknown
      /** The connection was lost while COMMIT was on its way. */
      readonly isUnknown: boolean
    }

async function attempt<T>(to: Transacting, { begin, locks, body }: Attempt<T>): Promise<Outcome<T>> {
  const connection = await to.pool.take()
  let failure: { readonly cause: unknown } | undefined
  let isCommitting = false
  const execute = async (statement: Stmt<unknown>) => {
    try {
      return await connection.run(statement)
    } catch (error) {
      failure ??= { cause: error }
      throw to.translate(error)
    }
  }
  const atCommit: Stmt<unknown>[] = []
  try {
    await together([connection.exec(begin), locks.length > 0 ? lockBanks(connection, locks) : undefined])
    const value = await stepAsync(body, async (statement) => {
      if (statement.mode !== 'at-commit') return execute(statement)
      atCommit.push(...statement.parts)
      return undefined
    })
    if (atCommit.length > 0) await execute(batch(atCommit))
    isCommitting = true
    const releasing = locks.length > 0 ? releaseBanks(connection, locks) : undefined
    const [command] = await together([connection.exec('commit'), releasing])
    if (command !== 'COMMIT') throw new MemoryError('store_failed', `commit was answered by ${command}`)
    return { value }
  } catch (error) {
    const isUnknown = isCommitting && connection.isLost
    await rollBack(connection)
    return { error, cause: failure === undefined ? error : failure.cause, isUnknown }
  } finally {
    to.pool.giveBack(connection)
  }
}

/** What was sent without waiting for each: one round trip. The error is that of the part which was sent first. */
async function together<T, U>(
  sent: readonly [Promise<T>, Promise<U> | undefined],
): Promise<[T, U | undefined]> {
  const [first, second] = await Promise.allSettled(sent)
  if (first.status === 'rejected') throw first.reason
  if (second.status === 'rejected') throw second.reason
  return [first.value, second.value]
}

/** A session that cannot roll back is ended, so that nobody inherits its transaction. */
async function rollBack(connection: Connection): Promise<void> {
  if (connection.isLost) return
  try {
    await connection.exec('rollback')
  } catch {
    await connection.end()
  }
}

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
