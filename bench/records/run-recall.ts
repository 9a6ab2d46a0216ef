import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from '../../src/index.js'
import { median, quantile } from '../statistics.js'

/** Measures what a recall without a model takes where so many records are kept in the store. Says it as a table. */
export async function runRecall(sizes: readonly number[], rounds: number): Promise<string> {
  const lines = [
    '| records | recall p50 | p95 | the same with a record beyond the last 200 p50 |',
    '|---|---|---|---|',
  ]
  for (const size of sizes) {
    const { recent, early } = await measureRecall(size, rounds)
    lines.push(`| ${size} | ${ms(median(recent))} | ${ms(quantile(recent, 0.95))} | ${ms(median(early))} |`)
  }
  return lines.join('\n')
}

/** Times in milliseconds, one each time that it was asked. */
interface RecallFigures {
  readonly recent: readonly number[]
  readonly early: readonly number[]
}

async function measureRecall(size: number, rounds: number): Promise<RecallFigures> {
  const home = mkdtempSync(join(tmpdir(), 'recollect-records-'))
  const engine = await openMemory({ home, zone: 'UTC', embedder: 'off', durability: 'normal' })
  try {
    const memory = engine.as({ user: 'ann' })
    for (let i = 0; i < size; i += TOGETHER) {
      const count = Math.min(TOGETHER, size - i)
      await Promise.all(Array.from({ length: count }, (_, k) => memory.recordSave(recordOf(i + k))))
    }
    const figures = { recent: [] as number[], early: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      for (let i = 0; i < ASKED; i++) {
        const recent = await timed(() => memory.recordRecall({ request: requestOf(size - 1 - i) }))
        const early = await timed(() => memory.recordRecall({ request: requestOf(i) }))
        // The first round is for the compiler.
        if (round === 0) continue
        figures.recent.push(recent)
        figures.early.push(early)
      }
    }
    return figures
  } finally {
    await engine.close()
    rmSync(home, { recursive: true, force: true })
  }
}

const TOGETHER = 64
const ASKED = 50

const SUBJECTS = [
  'report',
  'invoice',
  'deployment',
  'garden',
  'migration',
  'interview',
  'recipe',
  'train',
  'chart',
]
const MANNERS = [
  'short',
  'in Dutch',
  'with a table',
  'before Friday',
  'by Mia',
  'without photos',
  'numbers first',
]

function recordOf(n: number) {
  const subject = SUBJECTS[n % SUBJECTS.length]!
  return {
    name: `${subject} ${n}`,
    type: 'feedback' as const,
    description: `The ${subject} of site${n} is wanted ${MANNERS[n % MANNERS.length]}`,
    body:
      `Said on day ${n}. `.repeat(4) +
      `Applies to each ${subject} of this site, and to what is made of it later.`,
  }
}

function requestOf(n: number): string {
  return `please prepare the ${SUBJECTS[n % SUBJECTS.length]} of site${n} for the meeting`
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
