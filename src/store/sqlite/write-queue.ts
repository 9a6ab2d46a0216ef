import type { Env } from '../../clock.js'
import type { Tx } from '../statement.js'
import { type LockWait, whenFree } from './lock-wait.js'

/** What the queue does with the one connection of this process. */
export interface Transactions {
  /** Present while no one should begin. */
  pause(): Promise<void> | undefined
  begin(): void
  commit(): void
  /** Hears of each commit after everyone was acknowledged. */
  committed(): void
  rollback(): void
  /** False when SQLite itself has rolled everything back (disk full, I/O error). */
  isOpen(): boolean
  savepoint<T>(body: () => T): T
  step<T>(body: Tx<T>): T
  translate(error: unknown): unknown
}

export interface WriteQueue {
  submit<T>(body: () => Tx<T>): Promise<T>
  /** Resolves when everything submitted so far is settled. */
  drain(): Promise<void>
}

interface Member {
  readonly body: () => Tx<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * Group commit: all writes that are waiting share one transaction and one flush to disk, each in a savepoint
 * of its own, and are acknowledged after COMMIT. When a commit fails, every member runs again, alone.
 *
 *     submit ─┐
 *     submit ─┼─▶ BEGIN IMMEDIATE ─▶ savepoint each ─▶ COMMIT ─▶ acknowledge all
 *     submit ─┘        (waits asynchronously)
 */
export function createWriteQueue(transactions: Transactions, wait: LockWait): WriteQueue {
  const waiting: Member[] = []
  let flushing: Promise<void> | undefined

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      // One turn of the event loop lets callers that woke together share the transaction, and others breathe.
      await nextTurn()
      await transactions.pause()
      await runTogether(waiting)
    }
    flushing = undefined
  }

  async function runTogether(members: Member[]): Promise<void> {
    const present = members.length
    const ran: Member[] = []
    let takenBack: readonly Member[]
    try {
      takenBack = await whenFree(() => {
        transactions.begin()
        // From here to the commit nothing else of this process runs: a read never meets a transaction half-way.
        return runGroup(transactions, members, ran, wait.env)
      }, wait)
    } catch (error) {
      const failure = transactions.translate(error)
      // Who came while the others waited has not waited long enough yet.
      for (const member of [...ran, ...members.splice(0, present - ran.length)]) member.reject(failure)
      return
    }
    for (const member of takenBack) await runTogether([member])
  }

  return {
    submit: (body) =>
      new Promise((resolve, reject) => {
        waiting.push({ body, resolve: resolve as (value: unknown) => void, reject })
        flushing ??= flush()
      }),
    drain: async () => {
      while (flushing !== undefined) await flushing
    },
  }
}

// Longer groups would hold the event loop, shorter ones the disk.
const GROUP_MS = 8
const GROUP_MEMBERS = 512

/**
 * Runs members inside the open transaction and commits; `ran` lists who ran without a mistake of their own.
 * Returns those whose work SQLite took back, through no fault of theirs.
 */
function runGroup(transactions: Transactions, members: Member[], ran: Member[], env: Env): readonly Member[] {
  const isAlone = members.length === 1
  const end = env.now() + GROUP_MS
  const settlements: (() => void)[] = []
  while (members.length > 0 && ran.length < GROUP_MEMBERS && (ran.length === 0 || env.now() < end)) {
    const member = members.shift() as Member
    const step = () => transactions.step(member.body())
    try {
      const value = isAlone ? step() : transactions.savepoint(step)
      ran.push(member)
      settlements.push(() => member.resolve(value))
    } catch (error) {
      member.reject(transactions.translate(error))
      if (!transactions.isOpen()) return ran
      if (isAlone) {
        transactions.rollback()
        return []
      }
    }
  }
  try {
    transactions.commit()
  } catch (error) {
    if (isAlone) ran[0]?.reject(transactions.translate(error))
    if (transactions.isOpen()) transactions.rollback()
    return isAlone ? [] : ran
  }
  for (const settle of settlements) settle()
  transactions.committed()
  return []
}

/** Lets everything else that waits for the event loop go first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
