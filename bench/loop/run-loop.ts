import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, sizeOf } from '../../src/engine.js'
import { type Engine, openMemory } from '../../src/index.js'
import { hashEmbedder } from '../subjects/recollect.js'
import { calls, type Place } from './calls.js'
import { fillWithMessages, fillWithTheRest, knownOf } from './fill-store.js'
import { type Blocked, longestBlock } from './longest-block.js'

export interface LoopOptions {
  /** Keeps the store for the next run, filled; it changes a little with each. */
  readonly home?: string | undefined
  /** Only operations whose names hold this. */
  readonly only?: string | undefined
}

/** For how long each operation holds up all others, with one store of so many messages, as a table, worst first. */
export async function runLoop(
  items: number,
  rounds: number,
  { home, only = '' }: LoopOptions,
): Promise<string> {
  const folder = home ?? mkdtempSync(join(tmpdir(), 'recollect-loop-'))
  try {
    const rows = await measure(folder, items, rounds, only)
    rows.sort((a, b) => b.worst - a.worst)
    const lines = rows.map(
      ({ name, first, worst, ms, failed }) =>
        `| ${name} | ${first.toFixed(1)} | ${worst.toFixed(1)} | ${ms.toFixed(1)} | ${failed} |`,
    )
    return [
      '| operation | first: held up, ms | later: held up, ms | takes, ms | failed |',
      '|---|---|---|---|---|',
      ...lines,
    ].join('\n')
  } finally {
    if (home === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

interface Row {
  readonly name: string
  readonly first: number
  /** The least of the rounds: other programs of the machine hold up as well, and never the same call each time. */
  readonly worst: number
  readonly ms: number
  readonly failed: string
}

async function measure(folder: string, items: number, rounds: number, only: string): Promise<Row[]> {
  const open = () => openMemory({ home: folder, zone: 'UTC', embedder: hashEmbedder })
  const rows: Row[] = []
  let engine = await open()
  try {
    await fill(engine, items)
    await engine.close()
    const opened = await longestBlock(async () => {
      engine = await open()
    })
    rows.push(rowOf('opening', [opened]))
    const place = await placeOf(engine, folder)
    const others: Readonly<Record<string, () => Promise<unknown>>> = {
      'the size for /metrics': () => sizeOf(engine),
    }
    for (const [name, work] of Object.entries(others))
      if (name.includes(only)) rows.push(await repeated(name, rounds, () => work))
    for (const [operation, ways] of Object.entries(calls))
      for (const [way, prepare] of Object.entries(ways)) {
        const name = way === '' ? operation : `${operation}, ${way}`
        if (operation.includes(only)) rows.push(await repeated(name, rounds, () => prepare(place)))
      }
    return rows
  } finally {
    rows.push(rowOf('closing', [await longestBlock(() => engine.close())]))
  }
}

async function fill(engine: Engine, items: number): Promise<void> {
  const big = engine.as({ user: 'big' })
  if ((await big.items({ kinds: ['turn'], limit: 1 })).items.length === 0)
    await fillWithMessages(engine, items)
  if ((await big.taskList({ limit: 1 })).tasks.length === 0) await fillWithTheRest(engine, items)
}

async function placeOf(engine: Engine, folder: string): Promise<Place> {
  const big: Memory = engine.as({ user: 'big' })
  const files = join(folder, 'made')
  mkdirSync(files, { recursive: true })
  await big.knowledgeAttach({ all: true })
  // Texts of earlier runs on a kept store are not to be said again.
  let last = Math.floor(Date.now() / 1000) % 1_000_000_000
  return {
    engine,
    big,
    owner: engine.as({ user: 'big', administrator: true }),
    team: engine.as({ user: 'big', workspace: 'acme/web' }),
    known: await knownOf(big),
    folder: files,
    next: () => ++last,
  }
}

async function repeated(
  name: string,
  rounds: number,
  prepare: () => (() => Promise<unknown>) | Promise<() => Promise<unknown>>,
): Promise<Row> {
  const measured: Blocked[] = []
  try {
    for (let round = 0; round < rounds; round++) measured.push(await longestBlock(await prepare()))
    return rowOf(name, measured)
  } catch (error) {
    return { ...rowOf(name, measured), failed: error instanceof Error ? error.message : String(error) }
  } finally {
    console.error(name, measured.map(({ longestMs }) => longestMs.toFixed(0)).join(' '))
  }
}

function rowOf(name: string, measured: readonly Blocked[]): Row {
  const [first, ...rest] = measured
  const later = rest.length === 0 ? measured : rest
  return {
    name,
    first: first?.longestMs ?? 0,
    worst: Math.min(...later.map(({ longestMs }) => longestMs)),
    ms: Math.min(...later.map(({ ms }) => ms)),
    failed: '',
  }
}
