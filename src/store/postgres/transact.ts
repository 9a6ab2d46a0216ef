import type { Env } from '../../clock.js'
import { MemoryError } from '../../errors.js'
import { batch, type Stmt, type Tx } from '../statement.js'
import { lockBanks, releaseBanks } from './bank-lock.js'
import type { BankQueue } from './bank-queue.js'
import type { Connection } from './connection.js'
import type { Limits } from './limits.js'
import type { Pool } from './pool.js'
import { connectionLost, isLoss, retryReason } from './postgres-errors.js'
import type { Scope } from './scope.js'
import { stepAsync } from './step-async.js'

export interface Transacting {
  readonly pool: Pool
  readonly queue: BankQueue
  readonly env: Env
  readonly limits: Limits
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
  return to.queue.inTurn(locks, () =>
    repeat(to, { access, begin: beginOf(to, scope, access), locks, deadline, body }),
  )
}

/** Begins a transaction: one message, however much it is told. */
export function beginOf({ limits }: Pick<Transacting, 'limits'>, scope: Scope, access: Access): string {
  return `${scope[access]}; ${limits[access]}`
}

interface Attempt<T> {
  readonly access: Access
  readonly begin: string
  readonly locks: readonly string[]
  readonly deadline: number
  readonly body: () => Tx<T>
}

async function repeat<T>(to: Transacting, asked: Attempt<T>): Promise<T> {
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
    if (to.env.now() >= asked.deadline)
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

async function attempt<T>(to: Transacting, asked: Attempt<T>): Promise<Outcome<T>> {
  let connection: Connection
  try {
    connection = await to.pool.take()
  } catch (error) {
    return { error, cause: error, isUnknown: false }
  }
  connection.expectAnswers(to.limits.answerWithinMs)
  try {
    return await runOn(connection, to, asked)
  } finally {
    to.pool.giveBack(connection)
  }
}

async function runOn<T>(
  connection: Connection,
  to: Transacting,
  { access, begin, locks, body }: Attempt<T>,
): Promise<Outcome<T>> {
  let failure: { readonly cause: unknown } | undefined
  let isCommitting = false
  const begun = together([
    connection.exec(begin),
    locks.length > 0 ? lockBanks(connection, locks) : undefined,
  ])
  begun.catch(toldBelow)
  const execute = async (statement: Stmt<unknown>) => {
    try {
      // What reads goes along with the begin; what writes waits until the banks are its own.
      if (access === 'writing') await begun
      const [, answer] = await together([begun, connection.run(statement)])
      return answer
    } catch (error) {
      failure ??= { cause: error }
      throw to.translate(error)
    }
  }
  const atCommit: Stmt<unknown>[] = []
  try {
    const value = await stepAsync(body, async (statement) => {
      if (statement.mode !== 'at-commit') return execute(statement)
      atCommit.push(...statement.parts)
      return undefined
    })
    await begun
    if (access === 'reading') {
      // Nothing depends on how it ends, and whoever has the connection next comes behind it.
      connection.exec('commit').catch(toldBelow)
      return { value }
    }
    if (atCommit.length > 0) await execute(batch(atCommit))
    isCommitting = true
    const releasing = locks.length > 0 ? releaseBanks(connection, locks) : undefined
    const [command] = await together([connection.exec('commit'), releasing])
    if (command !== 'COMMIT') throw new MemoryError('store_failed', `commit was answered by ${command}`)
    return { value }
  } catch (error) {
    const isUnknown = isCommitting && (connection.isLost || isLoss(error))
    await rollBack(connection)
    return { error, cause: failure === undefined ? error : failure.cause, isUnknown }
  }
}

function toldBelow(): void {
  // By the statement that comes after it, or by the connection itself to whoever has it next.
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
