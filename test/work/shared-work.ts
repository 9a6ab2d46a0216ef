import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemEnv } from '../../src/clock.js'
import { openMemory } from '../../src/index.js'
import { LEASE_MS } from '../../src/store/jobs.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { sql } from '../../src/store/sql.js'
import { all, get, run } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { temporaryFolder } from '../open-spine.js'
import { newDatabase } from '../postgres/database.js'
import { ended, ensureBuilt, start } from '../processes/processes.js'

export interface SharedWork {
  readonly banks: number
  readonly processes: number
  /** How many of them are killed in the middle of their work, and followed by new ones. */
  readonly killed: number
}

export interface SharedReport {
  /** Texts by how often they were embedded. */
  readonly embedded: Readonly<Record<number, number>>
  /** Banks whose one text has its one vector. */
  readonly done: number
  readonly vectors: number
  readonly jobsLeft: number
  readonly elapsedMs: number
}

/** Many banks with a note each, whose jobs several processes do at once. */
export async function shareWork({ banks, processes, killed }: SharedWork): Promise<SharedReport> {
  ensureBuilt()
  const url = await newDatabase()
  const log = join(await temporaryFolder(), 'embedded.log')
  writeFileSync(log, '')
  const engine = await openMemory({ store: url, zone: 'UTC', embedder: 'off' })
  const users = Array.from({ length: banks }, (_, i) => `user${i}`)
  for (const user of users) await engine.as({ user }).capture({ text: `a note of ${user} alone` })
  await engine.close()
  const store = await openPostgres({ url, env: systemEnv() })
  for (const user of users) await want(store, `u/${user}/main`)
  const begin = (slowMs: number) => {
    const child = start('work/work-process.mjs', { store: url, log, workers: 4, slowMs })
    return { child, over: ended(child) }
  }
  const doomed = Array.from({ length: killed }, () => begin(600_000))
  if (killed > 0) {
    while (linesOf(log).length < killed) await pause(20)
    for (const { child, over } of doomed) {
      child.kill('SIGKILL')
      await over
    }
    // Whoever is dead says nothing for as long as a lease lasts.
    await store.tx(function* age() {
      return yield* run(sql`update job set due_at = due_at - ${LEASE_MS} where claimed_by is not null`)
    })
  }
  const startedAt = performance.now()
  const workers = Array.from({ length: processes }, () => begin(0))
  while ((await jobsOf(store)) > 0) await pause(50)
  const elapsedMs = performance.now() - startedAt
  for (const { child, over } of workers) {
    child.kill('SIGKILL')
    await over
  }
  const rows = await store.query(
    all<{ bank: string; n: number }>(sql`select bank, count(*) as n from embedding group by bank`),
  )
  const report = {
    embedded: histogram(linesOf(log)),
    done: rows.filter(({ n }) => n === 1).length,
    vectors: rows.reduce((sum, { n }) => sum + n, 0),
    jobsLeft: await jobsOf(store),
    elapsedMs,
  }
  await store.close()
  return report
}

/** As the transaction does that adds a text. */
export function want(store: Store, bank: string): Promise<void> {
  return store.within({ writes: [bank] }).tx(function* () {
    if (store.jobs !== undefined) yield* store.jobs.want({ bank, kind: 'embed', subject: '', actor: '' })
  })
}

async function jobsOf(store: Store): Promise<number> {
  return (await store.query(get<{ n: number }>(sql`select count(*) as n from job`)))?.n ?? 0
}

function linesOf(log: string): string[] {
  return readFileSync(log, 'utf8').split('\n').filter(Boolean)
}

function histogram(lines: readonly string[]): Record<number, number> {
  const times = new Map<string, number>()
  for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1)
  const counts: Record<number, number> = {}
  for (const n of times.values()) counts[n] = (counts[n] ?? 0) + 1
  return counts
}
