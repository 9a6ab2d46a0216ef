import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, openMemory } from '../../src/index.js'
import { median, quantile } from '../statistics.js'
import { saidTexts } from './said-texts.js'

/**
 * Measures what assembling a prompt of 8,000 tokens takes where so many items are remembered, as a table: with recall, core
 * memory, instructions, records and a session of 60 turns; without recall; and kept as an event of the session as well.
 */
export async function runPrompt(sizes: readonly number[], rounds: number): Promise<string> {
  const lines = [
    '| items | prompt p50 | p95 | of the processor p50 | without recall p50 | kept too p50 | search alone p50 | tokens |',
    '|---|---|---|---|---|---|---|---|',
  ]
  for (const size of sizes) {
    const { whole, cpu, bare, kept, search, tokens } = await measurePrompt(size, rounds)
    const times = [median(whole), quantile(whole, 0.95), ...[cpu, bare, kept, search].map(median)]
    lines.push(`| ${size} | ${times.map(ms).join(' | ')} | ${median(tokens)} |`)
  }
  return lines.join('\n')
}

/** Times in milliseconds. */
interface PromptFigures {
  readonly whole: number[]
  /** What the whole took of the processor, of all threads: on a machine that has other work too. */
  readonly cpu: number[]
  readonly bare: number[]
  readonly kept: number[]
  readonly search: number[]
  readonly tokens: number[]
}

async function measurePrompt(size: number, rounds: number): Promise<PromptFigures> {
  const home = mkdtempSync(join(tmpdir(), 'recollect-prompt-'))
  const engine = await openMemory({ home, zone: 'UTC', embedder: 'off' })
  try {
    const memory = engine.as({ user: 'ann' })
    const said = saidTexts(process.env['RECOLLECT_EVAL'])
    await fill(memory, size, said.text)
    const figures: PromptFigures = { whole: [], cpu: [], bare: [], kept: [], search: [], tokens: [] }
    for (let round = 0; round <= rounds; round++) {
      for (let n = 0; n < ASKED; n++) {
        const ask = said.question()
        const asked = { session: 'now', ask, record: false }
        const before = process.cpuUsage()
        const [whole, tokens] = await timed(async () => (await memory.promptAssemble(asked)).tokens.total)
        const used = process.cpuUsage(before)
        const off = { recall: { off: true } }
        const [bare] = await timed(() => memory.promptAssemble({ ...asked, blocks: off }))
        const [kept] = await timed(() => memory.promptAssemble({ ...asked, record: true }))
        const [search] = await timed(() => memory.search({ question: ask, limit: 60 }))
        // The first round is for the compiler.
        if (round === 0) continue
        figures.whole.push(whole)
        figures.cpu.push((used.user + used.system) / 1_000)
        figures.bare.push(bare)
        figures.kept.push(kept)
        figures.search.push(search)
        figures.tokens.push(tokens)
      }
    }
    return figures
  } finally {
    await engine.close()
    rmSync(home, { recursive: true, force: true })
  }
}

const ASKED = 25
const AT_ONCE = 5_000
const A_SESSION = 200

/** Conversations of 200 turns, some facts, instructions and records, and the session that is going on. */
async function fill(memory: Memory, size: number, text: () => string): Promise<void> {
  for (let from = 0; from < size; from += AT_ONCE) {
    const lines = Array.from({ length: Math.min(AT_ONCE, size - from) }, (_, k) => {
      const session = `s${Math.floor((from + k) / A_SESSION)}`
      return JSON.stringify({ role: k % 2 === 0 ? 'user' : 'assistant', content: text(), session })
    })
    await memory.import({ content: lines.join('\n'), name: `${from}.jsonl`, asMine: true })
  }
  for (const said of [
    'My name is Ann.',
    'I live in Lisbon.',
    'I prefer dark roast coffee.',
    'I work at Initech.',
  ])
    await memory.capture({ text: said })
  await memory.instruct({ action: 'add', text: 'Always reply in French' })
  for (let n = 0; n < 50; n++)
    await memory.recordSave({
      name: `report ${n}`,
      description: `How the report of site${n} is wanted`,
      type: 'feedback',
      body: `Short, ${n} figures. `.repeat(20),
    })
  const events = Array.from({ length: 60 }, (_, n) => ({
    type: 'message' as const,
    role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
    text: text(),
  }))
  await memory.transcriptAppend({ session: 'now', events })
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const from = performance.now()
  const answer = await work()
  return [performance.now() - from, answer]
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
