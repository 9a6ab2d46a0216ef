import type { Env } from './clock.js'
import { actorLabel, type Reach } from './reach.js'
import { sql } from './store/sql.js'
import { run, type Tx } from './store/statement.js'
import type { Store } from './store/store.js'

/** Records who read what kind of thing, in batches: a search never waits for a write lock. */
export interface ReadLog {
  /** Whether searches are to be kept beside, in the recall log. */
  readonly keepsRecalls: boolean
  /**
   * `counts` says how much was answered; no question, no text, no id. What else is to be kept of the read is written
   * by `also`, in the same transaction.
   */
  record(
    reach: Reach,
    operation: string,
    counts: Readonly<Record<string, number>>,
    also?: () => Tx<void>,
  ): void
  /**
   * Writes what is waiting. Never fails: neither a search nor the end of a program is to fail on a full disk
   * because of its log. How many rows were lost is told in the next batch.
   */
  flush(): Promise<void>
  /** Another log of the same store: whoever flushes this one finds what that one holds as well. Answers how to part them. */
  join(other: Pick<ReadLog, 'flush'>): () => void
}

/** Waiting reads are written together at most a second later; a crash in between loses them. */
export function createReadLog(store: Store, env: Env, { keepsRecalls = true } = {}): ReadLog {
  let waiting: ReadRow[] = []
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const others = new Set<Pick<ReadLog, 'flush'>>()

  /** Also waits for what an earlier call is still writing: who flushes wants to read it. */
  function flushOwn(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeOut)
    return writing
  }

  async function writeOut(): Promise<void> {
    const rows = waiting
    waiting = []
    if (rows.length === 0) return
    // Each bank by itself, so that no bank waits for another; a store of one file commits them together.
    const banks = new Set(rows.map(({ bank }) => bank))
    await Promise.all(
      Array.from(banks, (bank) =>
        writeBank(
          bank,
          rows.filter((row) => row.bank === bank),
        ),
      ),
    )
  }

  async function writeBank(bank: string, rows: readonly ReadRow[]): Promise<void> {
    try {
      await store.within({ writes: [bank] }).tx(append, rows)
    } catch {
      waiting.push(...lossOf(rows, env.now()))
    }
  }

  return {
    keepsRecalls,
    record: (reach, operation, counts, also) => {
      const actor = actorLabel(reach.actor)
      waiting.push({ bank: reach.writes, at: env.now(), actor, operation, counts, also })
      timer ??= setTimeout(() => void flushOwn(), BATCH_MS).unref()
    },
    flush: async () => {
      await Promise.all([flushOwn(), ...Array.from(others, (other) => other.flush())])
    },
    join: (other) => {
      others.add(other)
      return () => void others.delete(other)
    },
  }
}

/** One row a bank and actor, instead of those that could not be written. */
function lossOf(rows: readonly ReadRow[], at: number): ReadRow[] {
  const losses = new Map<string, ReadRow>()
  for (const { bank, actor, operation, counts } of rows) {
    const key = JSON.stringify([bank, actor])
    const before = losses.get(key)?.counts['rows'] ?? 0
    const lost = operation === LOST ? (counts['rows'] ?? 0) : 1
    losses.set(key, { bank, at, actor, operation: LOST, counts: { rows: before + lost }, also: undefined })
  }
  return [...losses.values()]
}

const LOST = 'audit.lost'
const BATCH_MS = 1_000

interface ReadRow {
  readonly bank: string
  readonly at: number
  readonly actor: string
  readonly operation: string
  readonly counts: Readonly<Record<string, number>>
  readonly also: (() => Tx<void>) | undefined
}

function* append(rows: readonly ReadRow[]): Tx<void> {
  for (const { bank, at, actor, operation, counts, also } of rows) {
    yield* run(sql`
      insert into audit_read (bank, at, actor, operation, counts)
      values (${bank}, ${at}, ${actor}, ${operation}, ${JSON.stringify(counts)})`)
    if (also !== undefined) yield* also()
  }
}
