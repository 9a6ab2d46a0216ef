import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, openMemory } from '../../src/index.js'

/** Captures a second of 64 callers at once, each acknowledged once it survives a power cut. */
export interface CaptureRates {
  /** Of notes that state nothing. */
  readonly plain: number
  /** Of notes that state two relations each, of which one is mostly known. */
  readonly stating: number
}

/**
 * The best of some rounds, in which the two take turns: what others do on the machine makes a round slower, never
 * faster, and meets both. The first is for the compiler.
 */
export async function captureRates(rounds: number): Promise<CaptureRates> {
  const home = mkdtempSync(join(tmpdir(), 'recollect-captures-'))
  const engine = await openMemory({ home, zone: 'UTC', embedder: 'off' })
  try {
    const [plain, stating] = [engine.as({ user: 'plain' }), engine.as({ user: 'stating' })]
    const rates = { plain: 0, stating: 0 }
    for (let round = 0; round <= rounds; round++) {
      const now = {
        plain: await rateOf(plain, round, plainText),
        stating: await rateOf(stating, round, statingText),
      }
      if (round === 0) continue
      rates.plain = Math.max(rates.plain, now.plain)
      rates.stating = Math.max(rates.stating, now.stating)
    }
    return rates
  } finally {
    await engine.close()
    rmSync(home, { recursive: true, force: true })
  }
}

const CALLERS = 64
const CAPTURES = 640

async function rateOf(memory: Memory, round: number, textOf: (n: number) => string): Promise<number> {
  let next = round * CAPTURES
  const end = next + CAPTURES
  const caller = async () => {
    while (next < end) await memory.capture({ text: textOf(next++) })
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: CALLERS }, caller))
  return CAPTURES / ((performance.now() - from) / 1000)
}

const PEOPLE = [
  'Sarah Chen',
  'Marcus Rivera',
  'Jamie Kim',
  'Alex Patel',
  'Priya Raman',
  'Jonas Lind',
  'Nadia Osman',
  'Tomas Vidal',
]

function plainText(n: number): string {
  return `The walk in the park was long and the weather fine on day ${n}`
}

function statingText(n: number): string {
  const [who, whom] = [PEOPLE[n % PEOPLE.length], PEOPLE[(n + 3) % PEOPLE.length]]
  return `${who} works on the service ${n} and mentors ${whom}`
}
