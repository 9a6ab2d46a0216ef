import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Memory, openMemory } from '../../src/index.js'
import { median, quantile } from '../statistics.js'

/**
 * Measures a large folder of records, as a table: taking files in that a person put there, listing them again when none
 * has changed and when one has, reading one, and writing one with full durability.
 */
export async function runRecords(sizes: readonly number[], rounds: number): Promise<string> {
  const lines = [
    '| files | taken in | list, warm p50 | p95 | list after an edit p50 | read one p50 | write one p50 |',
    '|---|---|---|---|---|---|---|',
  ]
  for (const size of sizes) lines.push(lineOf(await measureRecords(size, rounds)))
  return lines.join('\n')
}

/** Times in milliseconds, one each time. */
interface RecordFigures {
  readonly files: number
  readonly takenIn: number
  readonly warm: readonly number[]
  readonly edited: readonly number[]
  readonly read: readonly number[]
  readonly written: readonly number[]
}

const TIMES = 10
/** Until the times of a file are old enough to be believed. */
const SETTLE_MS = 2_100

async function measureRecords(size: number, rounds: number): Promise<RecordFigures> {
  const home = mkdtempSync(join(tmpdir(), 'recollect-records-'))
  const folder = join(home, 'records')
  mkdirSync(folder)
  for (let n = 0; n < size; n++) writeFileSync(join(folder, nameOf(n)), textOf(n))
  const engine = await openMemory({ home, zone: 'UTC', embedder: 'off', records: 'folder' })
  try {
    const memory = engine.as({})
    await sleep(SETTLE_MS)
    const [takenIn = 0] = await timed(1, () => list(memory, size))
    const warm: number[] = []
    const edited: number[] = []
    const read: number[] = []
    const written: number[] = []
    for (let round = 0; round < rounds; round++) {
      warm.push(...(await timed(TIMES, () => list(memory, size))))
      for (let edit = 0; edit < TIMES; edit++) {
        const file = join(folder, nameOf(round * TIMES + edit))
        writeFileSync(file, `${readFileSync(file, 'utf8')}One more line.\n`)
        edited.push(...(await timed(1, () => list(memory, size))))
      }
      await sleep(SETTLE_MS)
      await list(memory, size)
      read.push(...(await timed(TIMES, (n) => memory.recordRead({ which: nameOf(size - 1 - n) }))))
      written.push(
        ...(await timed(TIMES, (n) =>
          memory.recordUpdate({ which: nameOf(size - 1 - n), body: `Written ${round}.` }),
        )),
      )
      await sleep(SETTLE_MS)
      await list(memory, size)
    }
    return { files: size, takenIn, warm, edited, read, written }
  } finally {
    await engine.close()
    rmSync(home, { recursive: true, force: true })
  }
}

async function list(memory: Memory, size: number): Promise<void> {
  const { total } = await memory.recordList({ limit: 100 })
  if (total !== size) throw new Error(`${total} records of ${size} files`)
}

async function timed(times: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    const from = performance.now()
    await work(n)
    taken.push(performance.now() - from)
  }
  return taken
}

function lineOf({ files, takenIn, warm, edited, read, written }: RecordFigures): string {
  const times = [median(warm), quantile(warm, 0.95), median(edited), median(read), median(written)].map(ms)
  return `| ${files} | ${(takenIn / 1000).toFixed(1)} s | ${times.join(' | ')} |`
}

const nameOf = (n: number): string => `note-${n}.md`

function textOf(n: number): string {
  return `---\nname: Note ${n}\ntype: project\ntags: [bench]\n---\n\nProject ${n % 400} is about topic ${n % 97}, as ${n} people know.\n`
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
