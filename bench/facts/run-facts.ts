import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, openMemory } from '../../src/index.js'
import { median, quantile } from '../statistics.js'
import { captureRates } from './capture-rates.js'

/**
 * Measures facts: how many notes that each state one are captured a second, with extraction, graph and full durability,
 * how long core memory takes over all of them, and what two relations add to a capture. Says it as a table.
 */
export async function runFacts(sizes: readonly number[], rounds: number): Promise<string> {
  const lines = [
    '| facts | captures a second | core memory p50 | p95 | by recency p50 | facts, 10 listed p50 |',
  ]
  lines.push('|---|---|---|---|---|---|')
  for (const size of sizes) lines.push(lineOf(await measureFacts(size, rounds)))
  const { plain, stating } = await captureRates(rounds)
  const times = (plain / stating).toFixed(1)
  lines.push('')
  lines.push(
    `capture with facts: ${Math.round(stating)} a second where each states two relations, beside ${Math.round(plain)} that state nothing (${times} times the cost)`,
  )
  return lines.join('\n')
}

/** Times in milliseconds, one each time that it was asked. */
export interface FactFigures {
  readonly facts: number
  /** Captures a second. */
  readonly rate: number
  readonly scored: readonly number[]
  readonly recent: readonly number[]
  readonly listed: readonly number[]
}

const TOGETHER = 64
const ASKED = 200

export async function measureFacts(size: number, rounds: number): Promise<FactFigures> {
  const home = mkdtempSync(join(tmpdir(), 'recollect-facts-'))
  const engine = await openMemory({ home, zone: 'UTC', embedder: 'off' })
  try {
    const memory = engine.as({ user: 'ann' })
    const from = performance.now()
    for (let i = 0; i < size; i += TOGETHER) {
      const count = Math.min(TOGETHER, size - i)
      await Promise.all(Array.from({ length: count }, (_, k) => memory.capture({ text: textOf(i + k) })))
    }
    const rate = size / ((performance.now() - from) / 1000)
    const scored: number[] = []
    const recent: number[] = []
    const listed: number[] = []
    for (let round = 0; round < rounds; round++) {
      scored.push(...(await timed(() => core(memory, 'scored'))))
      recent.push(...(await timed(() => core(memory, 'recency'))))
      listed.push(...(await timed(() => memory.facts({ limit: 10 }))))
    }
    const { byKind } = await memory.stats({})
    const facts = (byKind['fact'] ?? 0) + (byKind['relation'] ?? 0)
    return { facts, rate, scored, recent, listed }
  } finally {
    await engine.close()
    rmSync(home, { recursive: true, force: true })
  }
}

function lineOf({ facts, rate, scored, recent, listed }: FactFigures): string {
  return `| ${facts} | ${Math.round(rate)} | ${ms(median(scored))} | ${ms(quantile(scored, 0.95))} | ${ms(median(recent))} | ${ms(median(listed))} |`
}

/** As a prompt takes it: what is placed counts as used, behind the answer. */
function core(memory: Memory, selection: 'scored' | 'recency') {
  return memory.core({ selection })
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < ASKED; i++) {
    const from = performance.now()
    await work()
    times.push(performance.now() - from)
  }
  return times
}

const PEOPLE = ['Mia', 'Tom', 'Ines', 'Rui', 'Lena', 'Omar', 'Yuki', 'Paul']

/** Two thirds are preferences, the others relations of people, a few of which take one another's place. */
function textOf(n: number): string {
  const person = `${PEOPLE[n % PEOPLE.length]} Tester${n % 500}`
  if (n % 3 !== 0) return `I like flavour number ${n}.`
  return n % 2 === 0 ? `${person} works at Company${n % 400}.` : `${person} owns the module${n} project.`
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}
