import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import postgres from 'postgres'
import { openMemory } from '../../src/index.js'
import { type Cluster, findServer, startCluster } from '../../test/postgres/cluster.js'
import { median, quantile } from '../statistics.js'
import { BANK_ITEMS, copyBanks, FIRST_BANKS, fillFirst, userOf } from './fill-banks.js'
import { hashEmbedder } from './hash-embedder.js'

/**
 * Measures one bank among few and among many on a PostgreSQL of its own that flushes to disk, beside the same ten banks in a
 * file: hybrid search, search by words, capture from one process and from four. As a table.
 */
export async function runPostgres(banks: number): Promise<string> {
  const bin = findServer()
  if (bin === undefined) return 'no PostgreSQL server is installed here: install the postgresql package'
  const home = mkdtempSync(join(tmpdir(), 'recollect-postgres-bench-'))
  const cluster = await startCluster(bin, ['shared_buffers=2GB', 'max_wal_size=8GB', 'work_mem=32MB'])
  try {
    const store = await newDatabase(cluster)
    const lines = [`| what, in one bank of ${BANK_ITEMS} items | p50 ms | p95 ms |`, '|---|---|---|']
    const inFile = await fillFirst({ home })
    lines.push(...(await askOne({ home }, `file, ${FIRST_BANKS} banks`, inFile)))
    const questions = await fillFirst({ home: join(home, 'database'), store })
    const place = { home: join(home, 'database'), store }
    await analyse(cluster)
    lines.push(...(await askOne(place, `PostgreSQL, ${FIRST_BANKS} banks`, questions)))
    await copyBanks(cluster.url('bench'), FIRST_BANKS, banks)
    lines.push(...(await askOne(place, `PostgreSQL, ${banks} banks`, questions)))
    const one = await captureBy(1, place)
    const four = await captureBy(4, place)
    return [
      ...lines,
      '',
      '| processes that capture, each into a bank of its own | captures a second | times one |',
      '|---|---|---|',
      `| 1 | ${Math.round(one)} | 1 |`,
      `| 4 | ${Math.round(four)} | ${(four / one).toFixed(1)} |`,
      '',
      `${(await sizeOf(cluster)).toFixed(1)} GB in the database`,
    ].join('\n')
  } finally {
    await cluster.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

async function newDatabase(cluster: Cluster): Promise<string> {
  const sql = postgres(cluster.url('postgres'), { max: 1, onnotice: () => undefined })
  await sql.unsafe(`create role bench login password '${cluster.password}'`)
  await sql.unsafe('create database bench owner bench')
  await sql.end()
  return cluster.urlOf('bench', 'bench')
}

async function analyse(cluster: Cluster): Promise<void> {
  const sql = postgres(cluster.url('bench'), { max: 1, onnotice: () => undefined })
  await sql.unsafe('vacuum analyze')
  await sql.end()
}

async function sizeOf(cluster: Cluster): Promise<number> {
  const sql = postgres(cluster.url('bench'), { max: 1, onnotice: () => undefined })
  const [row] = await sql<{ bytes: string }[]>`select pg_database_size('bench') as bytes`
  await sql.end()
  return Number(row?.bytes ?? 0) / 1e9
}

/** In turn over the first banks, as a server is asked; each of them once before, so that its vectors are in memory. */
async function askOne(
  place: { readonly home: string; readonly store?: string },
  name: string,
  questions: readonly (readonly string[])[],
): Promise<string[]> {
  const engine = await openMemory({ ...place, zone: 'UTC', embedder: hashEmbedder(), recallLog: false })
  try {
    const lines: string[] = []
    for (const [what, meaning] of [
      ['hybrid', undefined],
      ['words', false],
    ] as const) {
      const times: number[] = []
      for (let round = -1; round < ROUNDS; round++) {
        for (const [bank, asked] of questions.entries()) {
          const memory = engine.as({ user: userOf(bank) })
          for (const question of asked) {
            const from = performance.now()
            await memory.search({ question, ...(meaning === undefined ? {} : { meaning }) })
            if (round >= 0) times.push(performance.now() - from)
          }
        }
      }
      lines.push(`| ${name}: ${what} | ${median(times).toFixed(1)} | ${quantile(times, 0.95).toFixed(1)} |`)
    }
    return lines
  } finally {
    await engine.close()
  }
}

const ROUNDS = 2

/** Captures a second of so many processes together. */
async function captureBy(
  count: number,
  { home, store }: { readonly home: string; readonly store: string },
): Promise<number> {
  const main = process.argv[1] ?? ''
  const children = Array.from({ length: count }, (_, i) => {
    const child = spawn(process.execPath, [main, 'capture', store, `writer${i}`, String(CAPTURE_MS)], {
      env: { ...process.env, RECOLLECT_HOME: home },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() }
  })
  for (const { lines } of children) await lines.next()
  for (const { child } of children) child.stdin.write('go\n')
  let captured = 0
  for (const { child, lines } of children) {
    captured += Number((await lines.next()).value)
    if (child.exitCode === null) await once(child, 'exit')
  }
  return captured / (CAPTURE_MS / 1_000)
}

const CAPTURE_MS = 10_000
