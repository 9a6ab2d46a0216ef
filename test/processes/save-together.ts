import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { openMemory } from '../../src/index.js'
import { sql } from '../../src/store/sql.js'
import { all, type Tx } from '../../src/store/statement.js'
import type { Store } from '../../src/store/store.js'
import { type MemoryPlace, openSpineAt } from '../each-engine.js'
import { ended, ensureBuilt, start } from './processes.js'

export interface SaveTogether {
  readonly place: MemoryPlace
  readonly processes: number
  /** Of each. */
  readonly saves: number
  /** Processes that are killed while they save, beside the others. */
  readonly killed: number
  readonly seed: number
}

export interface SaveReport {
  /** What is not as it has to be; empty where the history could be. */
  readonly problems: readonly string[]
  readonly kept: number
  /** By the code that was answered. */
  readonly failed: Readonly<Record<string, number>>
  readonly elapsedMs: number
}

/** Several processes that keep conflicting statements about the same keys, some of them killed; and what came of it. */
export async function saveTogether(asked: SaveTogether): Promise<SaveReport> {
  ensureBuilt()
  const { place, processes, saves, killed, seed } = asked
  const log = join(place.home, 'history.log')
  writeFileSync(log, '')
  // It makes the store, and looks at it while the others write.
  const { store } = await openSpineAt(place, { busyTimeoutMs: 60_000 })
  const begin = (i: number) => {
    const child = start('processes/save-process.mjs', {
      place,
      name: `process ${i}`,
      saves,
      log,
      seed: seed + i,
    })
    return { child, over: ended(child) }
  }
  const startedAt = performance.now()
  const all = Array.from({ length: processes + killed }, (_, i) => begin(i))
  const over = Promise.all(all.map(({ over }) => over))
  let isOver = false
  void over.then(() => (isOver = true))
  const problems: string[] = []
  const doomed = all.slice(processes)
  for (let round = 0; !isOver; round++) {
    problems.push(...(await store.read(heldTwice)))
    const kept = readHistory(log).filter(({ kept }) => kept !== undefined).length
    if (kept > (killed - doomed.length + 1) * 10) doomed.pop()?.child.kill('SIGKILL')
    if (kept > 10 && round % 20 === 10) await endBackends(place)
    await pause(25)
  }
  const elapsedMs = performance.now() - startedAt
  for (const [i, { status, complaints }] of (await over).entries()) {
    if (i < processes && complaints !== '') problems.push(`process ${i}: ${complaints}`)
    if (i >= processes && status !== null) problems.push(`process ${i} was to be killed, and ended by itself`)
  }
  const history = readHistory(log)
  problems.push(...(await checkHistory(store, history)))
  await store.close()
  problems.push(...(await complaintsOfDoctor(place)))
  const failed: Record<string, number> = {}
  for (const { code } of history) if (code !== undefined) failed[code] = (failed[code] ?? 0) + 1
  return { problems, kept: history.filter(({ kept }) => kept !== undefined).length, failed, elapsedMs }
}

interface Entry {
  readonly asked?: string
  readonly kept?: string
  readonly id?: string
  readonly failed?: string
  readonly code?: string
}

function readHistory(log: string): Entry[] {
  const lines = readFileSync(log, 'utf8').split('\n')
  return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line))
}

/** Of a server: whoever is in the middle of something loses its connection. */
async function endBackends({ store: url }: MemoryPlace): Promise<void> {
  if (url === undefined) return
  const administrator = postgres(url, { max: 1, onnotice: () => undefined })
  await administrator.unsafe(
    `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
      where application_name = 'recollect' and datname = current_database() and xact_start is not null limit 1) as one`,
  )
  await administrator.end()
}

/** Invariant 1, at any moment. */
function* heldTwice(): Tx<string[]> {
  const twice = yield* all<{ n: number }>(sql`
    select count(*) as n from fact where bank = ${BANK} and status = 'active' and key_hash is not null
    group by key_hash having count(*) > 1`)
  return twice.map(({ n }) => `a key is held by ${n} facts`)
}

const BANK = 'u/ann/main'

/** Whether the rows could have come of this history: nothing acknowledged is lost, nothing half-done is there. */
async function checkHistory(store: Store, history: readonly Entry[]): Promise<string[]> {
  const { thoughts, facts, sources, conflicts, beliefs } = await store.read(function* look() {
    return {
      thoughts: yield* all<{ id: string; body: string }>(sql`
        select i.id, x.body from item i join item_text x on x.bank = i.bank and x.rid = i.text_rid
        where i.bank = ${BANK} and i.kind = 'thought'`),
      facts: yield* all<{ item_rid: number; status: string; key_hash: Uint8Array }>(sql`
        select item_rid, status, key_hash from fact where bank = ${BANK} and key_hash is not null`),
      sources: yield* all<{ source_rid: number }>(sql`
        select s.source_rid from fact_source s join fact f on f.bank = s.bank and f.item_rid = s.item_rid
        where s.bank = ${BANK} and f.key_hash is not null`),
      conflicts: yield* all<{ old_rid: number; new_rid: number }>(
        sql`select old_rid, new_rid from fact_conflict where bank = ${BANK}`,
      ),
      beliefs: yield* all<{ item_rid: number; until: number | null; valid_until: number | null }>(
        sql`select item_rid, until, valid_until from fact_belief where bank = ${BANK}`,
      ),
    }
  })
  const problems: string[] = []
  const byText = new Map(thoughts.map(({ id, body }) => [body, id]))
  const asked = new Set(history.map(({ asked }) => asked))
  for (const { kept, id } of history)
    if (kept !== undefined && byText.get(kept) !== id) problems.push(`acknowledged and not there: ${kept}`)
  for (const { body } of thoughts)
    if (!asked.has(body)) problems.push(`there, and nobody asked for it: ${body}`)
  if (byText.size !== thoughts.length) problems.push('a statement is there twice')
  // One clause of each statement speaks of a key.
  if (sources.length !== thoughts.length)
    problems.push(`${thoughts.length} statements are the sources of ${sources.length} facts`)
  const keys = new Set(facts.map(({ key_hash }) => Buffer.from(key_hash).toString('hex')))
  const active = new Set(facts.filter(({ status }) => status === 'active').map(({ item_rid }) => item_rid))
  if (active.size !== keys.size) problems.push(`${keys.size} keys are held by ${active.size} facts`)
  if (conflicts.length !== facts.length - keys.size)
    problems.push(`${facts.length} facts of ${keys.size} keys, and ${conflicts.length} lines in the ledger`)
  const beaten = new Set(conflicts.map(({ old_rid }) => old_rid))
  for (const { item_rid } of facts) {
    // What was superseded is still believed: that it was true, until then.
    const [own, ...more] = beliefs.filter((belief) => belief.item_rid === item_rid && belief.until === null)
    if (own === undefined || more.length > 0 || (own.valid_until === null) !== active.has(item_rid))
      problems.push(`fact ${item_rid} is not believed as it stands`)
    if (active.has(item_rid) === beaten.has(item_rid))
      problems.push(
        `fact ${item_rid} is ${active.has(item_rid) ? '' : 'not '}held and stands as beaten or not in the ledger`,
      )
  }
  return problems
}

async function complaintsOfDoctor(place: MemoryPlace): Promise<string[]> {
  const engine = await openMemory({ ...place, zone: 'UTC', embedder: 'off' })
  const { findings } = await engine.as({ user: 'ann' }).doctor({})
  await engine.close()
  // What the server of a test does with its disk is its own affair.
  const meant = findings.filter(({ check, isOk }) => !isOk && check !== 'what is acknowledged is kept')
  return meant.map(({ check, detail }) => `${check}: ${detail}`)
}
