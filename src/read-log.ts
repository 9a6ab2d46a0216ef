import type { Env } from './clock.js'
import { actorLabel, type Reach } from './reach.js'
import { sql } from './store/sql.js'
import { run, type Tx } from './store/statement.js'
import type { Store } from './store/store.js'

/** Records who read what kind of thing, in batches: a search never waits for a write lock. */
export interface ReadLog {
  /** `counts` says how much was answered; no question, no text, no id. */
  record(reach: Reach, operation: string, counts: Readonly<Record<string, number>>): void
  /** Writes what is waiting. */
  flush(): Promise<void>
}

/** Waiting reads are written together at most a second later; a crash in between loses them. */
export function createReadLog(store: Store, env: Env): ReadLog {
  let waiting: ReadRow[] = []
  let timer: NodeJS.Timeout | undefined
  let failures = 0

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const rows = waiting
    waiting = []
    if (rows.length > 0) await store.tx(append, rows)
  }

  return {
    record: (reach, operation, counts) => {
      const bank = reach.writes
      const actor = actorLabel(reach.actor)
      waiting.push({ bank, at: env.now(), actor, operation, counts: JSON.stringify(counts) })
      // A log that cannot be written must not fail a search; what is lost is counted into the next row.
      timer ??= setTimeout(() => {
        flush().catch(() => {
          failures += 1
          waiting.push({
            bank,
            at: env.now(),
            actor,
            operation: 'audit.lost',
            counts: JSON.stringify({ failures }),
          })
        })
      }, BATCH_MS).unref()
    },
    flush,
  }
}

const BATCH_MS = 1_000

interface ReadRow {
  readonly bank: string
  readonly at: number
  readonly actor: string
  readonly operation: string
  readonly counts: string
}

function* append(rows: readonly ReadRow[]): Tx<void> {
  for (const { bank, at, actor, operation, counts } of rows) {
    yield* run(sql`
      insert into audit_read (bank, at, actor, operation, counts)
      values (${bank}, ${at}, ${actor}, ${operation}, ${counts})`)
  }
}
