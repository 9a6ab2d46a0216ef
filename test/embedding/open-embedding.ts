import BetterSqlite3 from 'better-sqlite3'
import { systemEnv } from '../../src/clock.js'
import { type Engine, openMemory } from '../../src/engine.js'
import type { MemoryOptions } from '../../src/memory-options.js'
import { chooseEmbedder } from '../../src/model/choose-embedder.js'
import type { Embedder } from '../../src/model/embedder.js'
import type { EmbedderSource } from '../../src/model/embedder-source.js'
import { storeFile } from '../open-spine.js'

/** A store with an embedder of the test's own; other options as given. */
export function openEmbedding(home: string, options: MemoryOptions): Promise<Engine> {
  return openMemory({ home, zone: 'UTC', durability: 'normal', ...options })
}

/** An embedder as the pipeline gets it. */
export function sourceOf(setting: Embedder): EmbedderSource {
  return chooseEmbedder({ setting, environment: {}, env: systemEnv() })
}

/** Waits, as long as it takes, for what runs in the background. */
export async function settled(engine: Engine, user = 'ann') {
  const memory = engine.as({ user })
  for (;;) {
    const { embedding } = await memory.stats({})
    if (embedding.state !== 'working') return embedding
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Turns of Ann's, to be imported. */
export function conversation(turns: number, say = (i: number) => `turn number ${i}`): string {
  return Array.from({ length: turns }, (_, i) =>
    JSON.stringify({ role: 'user', content: say(i), speaker: 'Ann' }),
  ).join('\n')
}

export interface StoredEmbedding {
  readonly body: string
  readonly part: number
  readonly vector: Buffer | null
  readonly problem: string | null
  readonly bank: string
}

/** The rows as the file has them, in the order of the texts. */
export function storedIn(home: string): StoredEmbedding[] {
  return withFile(home, (db) =>
    db
      .prepare(
        `select e.bank, x.body, e.part, e.vector, e.problem from embedding e
         left join item_text x on x.rid = e.text_rid and x.bank = e.bank order by e.text_rid, e.part`,
      )
      .all(),
  ) as StoredEmbedding[]
}

export function withFile<T>(home: string, look: (db: BetterSqlite3.Database) => T): T {
  const db = new BetterSqlite3(storeFile(home))
  try {
    return look(db)
  } finally {
    db.close()
  }
}

/** Holds up who waits for it until it is opened. */
export function closedGate(): { readonly opened: Promise<void>; open(): void } {
  const waiting: (() => void)[] = []
  return {
    opened: new Promise((resolve) => waiting.push(resolve)),
    open: () => {
      for (const go of waiting) go()
    },
  }
}
