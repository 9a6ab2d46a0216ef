import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemEnv } from '../../src/clock.js'
import { askAround } from '../../src/graph/ask-graph.js'
import { relationTypes } from '../../src/graph/relation-type.js'
import { shortestPath } from '../../src/graph/shortest-path.js'
import { walk } from '../../src/graph/walk.js'
import { sql } from '../../src/store/sql.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import { run, type Tx } from '../../src/store/statement.js'
import { mulberry32 } from '../mulberry32.js'
import { median, quantile } from '../statistics.js'

const bank = 'u/bench/main'
const ASKED = 300
const PAGE = 5_000

/** How densely entities are related: edges of each, counted at both ends. */
const DEGREES = [4, 20] as const

/**
 * Measures walks of three hops, paths between two entities, and whole answers over graphs of so many relations. The
 * rows are written directly: what writing them costs is measured with captures.
 */
export async function runGraph(sizes: readonly number[]): Promise<string> {
  const lines = [
    '| relations | entities | 3 hops, at most 200 p50 | p95 | reached p50 | shortest path p50 | p95 | answer, 50 entities p50 |',
    '|---|---|---|---|---|---|---|---|',
  ]
  for (const size of sizes) for (const degree of DEGREES) lines.push(lineOf(await measureGraph(size, degree)))
  return lines.join('\n')
}

/** Times in milliseconds, one each time that it was asked. */
export interface GraphFigures {
  readonly relations: number
  readonly entities: number
  /** Of three hops. */
  readonly walks: readonly number[]
  readonly reached: readonly number[]
  readonly paths: readonly number[]
  readonly answers: readonly number[]
}

export async function measureGraph(relations: number, degree: number): Promise<GraphFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-graph-'))
  const store = await openSqlite({ file: join(folder, 'graph.db'), env: systemEnv(), durability: 'normal' })
  const entities = Math.max(2, Math.round((2 * relations) / degree))
  const random = mulberry32(7)
  const someone = () => 1 + Math.floor(random() * entities)
  try {
    for (let from = 1; from <= entities; from += PAGE)
      await store.tx(nameAll, from, Math.min(entities, from + PAGE - 1))
    for (let from = 1; from <= relations; from += PAGE) {
      const pairs = Array.from(
        { length: Math.min(PAGE, relations - from + 1) },
        () => [someone(), someone()] as const,
      )
      await store.tx(relateAll, from, pairs)
    }
    const reached: number[] = []
    const walks = await timed(async () => {
      const found = await store.read(walk, bank, someone(), { direction: 'both', hops: 3, limit: 200 })
      reached.push(found.reached.length)
    })
    const paths = await timed(() =>
      store.read(shortestPath, bank, someone(), someone(), { direction: 'both', hops: 4 }),
    )
    const answers = await timed(() =>
      store.read(askAround, bank, someone(), { direction: 'both', hops: 3, limit: 50 }),
    )
    return { relations, entities, walks, reached, paths, answers }
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function lineOf({ relations, entities, walks, reached, paths, answers }: GraphFigures): string {
  return `| ${relations} | ${entities} | ${ms(median(walks))} | ${ms(quantile(walks, 0.95))} | ${median(reached)} | ${ms(median(paths))} | ${ms(quantile(paths, 0.95))} | ${ms(median(answers))} |`
}

function* nameAll(from: number, to: number): Tx<void> {
  for (let rid = from; rid <= to; rid++) {
    const id = `00000000-0000-7000-8000-${String(rid).padStart(12, '0')}`
    yield* run(sql`insert into entity (rid, bank, id, type) values (${rid}, ${bank}, ${id}, 'person')`)
    yield* run(sql`
      insert into entity_name (rid, bank, id, name) values (${rid}, ${bank}, ${id}, ${`Person ${rid}`})`)
    yield* run(sql`
      insert into entity_alias (bank, name_rid, name_key, entity_rid, own_rid)
      values (${bank}, ${rid}, ${new TextEncoder().encode(id)}, ${rid}, ${rid})`)
    yield* run(sql`
      insert into mention (bank, item_rid, name_rid, entity_rid, at)
      values (${bank}, ${rid}, ${rid}, ${rid}, ${rid})`)
  }
}

function* relateAll(first: number, pairs: readonly (readonly [number, number])[]): Tx<void> {
  for (const [index, [from, to]] of pairs.entries()) {
    const item = first + index
    const type = relationTypes[item % relationTypes.length] ?? 'owns'
    yield* run(sql`
      insert into edge (bank, item_rid, type, status, from_rid, to_rid, from_name, to_name)
      values (${bank}, ${item}, ${type}, 'active', ${from}, ${to}, ${from}, ${to})`)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  for (let i = 0; i < 20; i++) await work()
  const times: number[] = []
  for (let i = 0; i < ASKED; i++) {
    const from = performance.now()
    await work()
    times.push(performance.now() - from)
  }
  return times
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}
