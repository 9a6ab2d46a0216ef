import type { Env } from '../../clock.js'
import { MemoryError } from '../../errors.js'
import { refuseUnbindable } from '../compile.js'
import { batch, type Stmt, type Tx } from '../statement.js'
import { stepAsync } from '../step-async.js'
import { lockBanks, releaseBanks } from './bank-lock.js'
import type { BankQueue } from './bank-queue.js'
import type { Connection } from './connection/connection.js'
import type { Pool } from './connection/pool.js'
import { isLoss } from './connection/postgres-errors.js'
import type { Limits } from './limits.js'
import type { Replica, Replicas } from './replicas.js'

export interface Transacting {
  readonly pool: Pool
  readonly queue: BankQueue
  readonly env: Env
  readonly limits: Limits
  readonly replicas: Replicas | undefined
  /** After this a transaction that others keep spoiling is given up. */
  readonly busyTimeoutMs: number
  translate(error: unknown): unknown
}

/** Whether a transaction writes; it then ends with a commit that is waited for. */
export type Access = 'reading' | 'writing'

export interface Attempt<T> {
  readonly access: Access
  /** Begins the transaction: one message, however much it is told. */
  readonly begin: string
  readonly locks: readonly string[]
  readonly body: () => Tx<T>
}

export type Outcome<T> =
  | { readonly value: T }
  | {
      /** What the body threw, or the transaction's own statements. */
      readonly error: unknown
      /** What failed first in the store; decides whether to run again. */
      readonly cause: unknown
      /** It is the body's own doing. */
      readonly isOfBody: boolean
      /** The connection was lost while COMMIT was on its way. */
      readonly isUnknown: boolean
    }

/** Runs a body in a transaction of its own, once: on the primary, or on a replica that reads for it. */
export async function attempt<T>(to: Transacting, asked: Attempt<T>, replica?: Replica): Promise<Outcome<T>> {
  const { pool } = replica ?? to
  let connection: Connection
  try {
    connection = await pool.take()
  } catch (error) {
    return { error, cause: error, isOfBody: false, isUnknown: false }
  }
  const { answerWithinMs } = to.limits
  connection.expectAnswers(replica === undefined ? answerWithinMs : Math.min(answerWithinMs, REPLICA_MS))
  try {
    const checked = replica?.check(connection)
    return await runOn(connection, to, asked, checked)
  } finally {
    pool.giveBack(connection)
  }
}

// There is the primary to ask instead.
const REPLICA_MS = 1_000

async function runOn<T>(
  connection: Connection,
  to: Transacting,
  { access, begin, locks, body }: Attempt<T>,
  checked: Promise<void> | undefined,
): Promise<Outcome<T>> {
  let failure: { readonly cause: unknown } | undefined
  let isBegun = false
  let isCommitting = false
  const locked = () => (locks.length > 0 ? lockBanks(connection, locks) : undefined)
  const begun = together([checked, connection.exec(begin), locked()]).then(() => {
    isBegun = true
    connection.expectAnswers(to.limits.answerWithinMs)
  })
  begun.catch(toldBelow)
  /** Sends what nobody waits for, and the statement behind it. The first goes along with the begin, and the lock. */
  const execute = async (statement: Stmt<unknown>) => {
    try {
      const before = unwaited.length > 0 ? connection.run(batch(unwaited.splice(0))) : undefined
      const answer = connection.run(statement)
      await together([begun, before, answer])
      return await answer
    } catch (error) {
      failure ??= { cause: error }
      throw to.translate(error)
    }
  }
  const unwaited: Stmt<unknown>[] = []
  try {
    const value = await stepAsync(body, async (statement) => {
      const { mode, parts } = statement
      if (mode !== 'unwaited') return execute(statement)
      // What is refused here, and not sent, would be missing from what is committed.
      for (const { query } of parts) refuseUnbindable(query, 'postgres')
      unwaited.push(...parts)
      if (unwaited.length >= SENT_TOGETHER) await execute(batch(unwaited.splice(0)))
      return undefined
    })
    await begun
    if (access === 'reading') {
      // Nothing depends on how it ends, and whoever has the connection next comes behind it.
      connection.exec('commit').catch(toldBelow)
      return { value }
    }
    const last = unwaited.splice(0)
    while (last.length > SENT_TOGETHER) await execute(batch(last.splice(0, SENT_TOGETHER)))
    isCommitting = true
    const written = last.length > 0 ? connection.run(batch(last)) : undefined
    const released = locks.length > 0 ? releaseBanks(connection, locks) : undefined
    const committed = connection.exec('commit')
    const noted = to.replicas?.committed(connection)
    await together([written, released, committed, noted])
    const command = await committed
    if (command !== 'COMMIT') throw new MemoryError('store_failed', `commit was answered by ${command}`)
    return { value }
  } catch (error) {
    const isUnknown = isCommitting && (connection.isLost || isLoss(error))
    await rollBack(connection)
    const isOfBody = failure === undefined && isBegun && !isCommitting
    return { error, cause: failure === undefined ? error : failure.cause, isOfBody, isUnknown }
  }
}

// Fewer than a connection sends before it waits for the first answer: the commit must come behind all of them.
const SENT_TOGETHER = 200

function toldBelow(): void {
  // By the statement that comes after it, or by the connection itself to whoever has it next.
}

/** What was sent without waiting for each: one round trip. The error is that of the part which was sent first. */
async function together(sent: readonly (Promise<unknown> | undefined)[]): Promise<void> {
  const settled = await Promise.allSettled(sent)
  const failed = settled.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
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
