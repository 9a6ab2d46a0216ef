import { describe, expect, it } from 'vitest'
import type { Env } from '../../src/clock.js'
import { systemEnv } from '../../src/clock.js'
import { type Engine, type MemoryOptions, openMemory } from '../../src/index.js'
import { loadIdentityKey, type Spine } from '../../src/items/spine.js'
import { kinds } from '../../src/kinds.js'
import { reachOf } from '../../src/reach.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { all } from '../../src/store/statement.js'
import { readFacts } from '../../src/user/facts/fact.js'
import { openSpine, temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { say } from './say.js'

/** Two sessions on one store. */
type Pair = () => Promise<readonly [Spine, Spine]>

const onSqlite: Pair = async () => {
  const folder = await temporaryFolder()
  return [await openSpine(folder), await openSpine(folder)]
}

const onPostgres: Pair = async () => {
  const url = await newDatabase()
  const open = async (): Promise<Spine> => {
    const env = systemEnv()
    const store = await openPostgres({ url, env, busyTimeoutMs: 60_000 })
    return { store, env, identityKey: await loadIdentityKey(store, env), zone: 'UTC', kinds }
  }
  return [await open(), await open()]
}

function together(openPair: Pair): void {
  it('keep one holder a key when they save the same and conflicting facts at once', {
    timeout: 120_000,
  }, async () => {
    const pair = await openPair()
    const reach = reachOf({ user: 'ann' })
    await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        say(pair[i % 2] as Spine, reach, {
          attribute: i % 3 === 0 ? 'employer' : 'location',
          value: `Town ${i % 4}`,
          verb: 'have',
          preface: `(${i}) `,
        }),
      ),
    )
    const facts = await pair[0].store.read(readFacts, reach.writes, sql`1 = 1`)
    const holders = facts.filter(({ status }) => status === 'active')
    expect(holders).toHaveLength(2)
    const ledger = await pair[1].store.query(
      all<{ resolution: string }>(sql`select resolution from fact_conflict where bank = ${reach.writes}`),
    )
    // Each statement either repeated what held, or came to stand in the history with a line in the ledger.
    expect(ledger.length).toBe(facts.length - 2)
    const sources = await pair[0].store.query(
      all(sql`select rid from fact_source where bank = ${reach.writes}`),
    )
    expect(sources).toHaveLength(16)
    await Promise.all(pair.map(({ store }) => store.close()))
  })
}

describe('two sessions on SQLite', () => together(onSqlite))
describePostgres('two sessions on PostgreSQL', () => together(onPostgres))

describePostgres('facts on SQLite and PostgreSQL', () => {
  it('give the same answers to the same script', async () => {
    const here = await answers({ home: await temporaryFolder() })
    const there = await answers({ store: await newDatabase() })
    expect(there).toEqual(here)
    expect(here.length).toBeGreaterThan(20)
  })
})

async function answers(options: MemoryOptions): Promise<unknown[]> {
  let now = Date.parse('2026-04-01T12:00:00Z')
  let ids = 0
  const env: Env = {
    ...systemEnv(),
    now: () => now,
    newId: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
    randomBytes: (length) => new Uint8Array(length).fill(7),
  }
  const engine = await openMemory({ ...options, env, zone: 'UTC', embedder: 'off' })
  const told: unknown[] = []
  const ask = async <T>(call: () => Promise<T>): Promise<T | undefined> => {
    now += 60_000
    try {
      const answer = await call()
      told.push(answer)
      return answer
    } catch (error) {
      told.push((error as { code?: string }).code ?? String(error))
      return undefined
    }
  }
  await script(engine, ask)
  await engine.close()
  return told
}

async function script(
  engine: Engine,
  ask: <T>(call: () => Promise<T>) => Promise<T | undefined>,
): Promise<void> {
  const ann = engine.as({ user: 'ann' })
  const agent = engine.as({ user: 'ann', agent: 'helper' })
  const notes = [
    'I live in Lisbon.',
    'My name is Ann.',
    'I live in Porto.',
    'I live in Lisbon.',
    'Sarah Chen is my product manager.',
    'From now on, always reply in French.',
    '我住在上海。',
    'I like green tea.',
  ]
  for (const text of notes) await ask(() => ann.capture({ text }))
  await ask(() => agent.capture({ text: 'I live in Braga.' }))
  await ask(() => ann.facts({ includeSuperseded: true, limit: 50 }))
  const history = await ask(() => ann.facts({ key: 'user.location', limit: 50 }))
  const [first, second] = history?.facts ?? []
  await ask(() => ann.facts({ asOf: '2026-04-01T12:02:30Z' }))
  await ask(() => ann.facts({ knownAt: '2026-04-01T12:03:30Z', category: 'identity' }))
  await ask(() => ann.conflicts({}))
  await ask(() => ann.pin({ id: first?.id ?? '' }))
  await ask(() => ann.restore({ id: second?.id ?? '' }))
  await ask(() => ann.correct({ id: second?.id ?? '', text: 'I live in Braga' }))
  await ask(() => agent.correct({ id: second?.id ?? '', text: 'I live in Faro' }))
  const waiting = await ask(() => ann.conflicts({ limit: 5 }))
  await ask(() => ann.resolveConflict({ id: waiting?.conflicts[0]?.id ?? '', keep: 'new' }))
  await ask(() => ann.retract({ id: first?.id ?? '' }))
  await ask(() => ann.instruct({ action: 'add', text: 'Be brief', priority: 70 }))
  await ask(() => ann.instructions({}))
  await ask(() => ann.core({}))
  await ask(() => ann.core({ selection: 'recency', budgetTokens: 60 }))
  await ask(() => ann.facts({ limit: 50 }))
  for (const id of [first?.id, second?.id])
    await ask(async () => {
      const receipt = await ann.forget({ id: id ?? '', verify: false })
      return { ...receipt, state: undefined, reason: undefined }
    })
  await ask(() => ann.facts({ includeSuperseded: true, limit: 50 }))
  await ask(() => ann.doctor({}).then(({ isHealthy }) => isHealthy))
}
