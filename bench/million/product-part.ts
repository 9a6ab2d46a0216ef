import { type Memory, openMemory } from '../../src/index.js'
import { peakMegabytes, restMegabytes } from '../process-memory.js'
import { quantile } from '../statistics.js'
import { hashEmbedder } from '../subjects/recollect.js'
import { FACTS, RECORDS, SESSION } from './fill-million.js'
import { watchLateness } from './lateness.js'
import { type MillionQuestions, readMillionQuestions } from './million-set.js'
import type { PartPlace, PartResult } from './part.js'
import { spreadFigures, timesOf } from './times.js'

/** What a user's programs ask besides searching: core memory, records, prompts; and forgetting. */
export async function measureProduct({ home, dataset }: PartPlace): Promise<PartResult> {
  const questions = readMillionQuestions(dataset)
  const engine = await openMemory({ home, zone: 'UTC', embedder: hashEmbedder })
  const memory = engine.as({ user: 'big' })
  await memory.search({ question: 'great work', meaning: true })
  // Loads the tokenizer.
  await promptOf(memory, questions, 0)
  const lateness = watchLateness()
  const core = await warmed(200, () => memory.core({}))
  const recall = await warmed(100, (n) =>
    memory.recordRecall({ request: `please prepare the report of site${(n * 7) % RECORDS} for the meeting` }),
  )
  const prompt = await warmed(60, (n) => promptOf(memory, questions, n))
  const facts = await warmed(100, () => memory.facts({ limit: 10 }))
  const ids = await idsOf(memory, questions, FORGOTTEN + PROVEN)
  const forget = await timesOf(FORGOTTEN, MOST_MS, (n) => memory.forget({ id: ids[n]!, verify: false }))
  const lateMs = lateness.mostMs()
  const proven = await timesOf(PROVEN, MOST_MS, (n) => memory.forget({ id: ids[FORGOTTEN + n]! }))
  const provenLateMs = lateness.mostMs()
  lateness.stop()
  const restMb = restMegabytes(undefined)
  const peakMb = peakMegabytes(undefined)
  await engine.close()
  return {
    figures: {
      ...spreadFigures('core', core),
      ...spreadFigures('recall', recall),
      ...spreadFigures('prompt', prompt),
      ...spreadFigures('facts', facts),
      ...spreadFigures('forget', forget),
      ...spreadFigures('forgetProven', proven),
      lateMs,
      provenLateMs,
      restMb,
      peakMb,
      factsKept: FACTS,
    },
  }
}

/** Searches by words and meaning while every 20 ms something is captured, embedded and tidied up behind them. */
export async function measureBeside({ home, dataset }: PartPlace): Promise<PartResult> {
  const { words8, chat, mixed } = readMillionQuestions(dataset)
  const engine = await openMemory({ home, zone: 'UTC', embedder: hashEmbedder })
  const memory = engine.as({ user: 'big' })
  const asked = [...words8, ...chat, ...mixed]
  const ask = (n: number) =>
    memory.search({ question: asked[(n * 7) % asked.length]!.question, limit: 10, meaning: true })
  await timesOf(WARM_UP, MOST_MS, ask)
  const alone = await timesOf(SEARCHES, MOST_MS, ask)
  let isOver = false
  const captures: number[] = []
  const capturing = (async () => {
    while (!isOver) {
      const text = `${words8[captures.length % words8.length]?.question}, noted at ${performance.now()}`
      const from = performance.now()
      await memory.capture({ text })
      captures.push(performance.now() - from)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })()
  const lateness = watchLateness()
  const beside = await timesOf(SEARCHES, MOST_MS, ask)
  isOver = true
  await capturing
  lateness.stop()
  await engine.close()
  return {
    figures: {
      ...spreadFigures('alone', alone),
      aloneP99: quantile(alone, 0.99),
      ...spreadFigures('beside', beside),
      besideP99: quantile(beside, 0.99),
      ...spreadFigures('captureBeside', captures),
      lateMs: lateness.mostMs(),
    },
  }
}

const MOST_MS = 15_000
const FORGOTTEN = 40
/** Each reads all that is on the disk. */
const PROVEN = 3
const WARM_UP = 60
const SEARCHES = 600
/** A person's programs do not write without drawing breath. */
const PAUSE_MS = 20

/** Without the first quarter, which is for the compiler. */
async function warmed(count: number, work: (n: number) => Promise<unknown>): Promise<readonly number[]> {
  const times = await timesOf(count, MOST_MS, work)
  return times.slice(Math.floor(times.length / 4))
}

async function promptOf(memory: Memory, { words8, mixed }: MillionQuestions, n: number): Promise<void> {
  const of = n % 2 === 0 ? words8 : mixed
  const { tokens } = await memory.promptAssemble({
    session: SESSION,
    ask: of[n % of.length]!.question,
    budgetTokens: 8_000,
    record: false,
  })
  if (tokens.total < 1_000) throw new Error(`a prompt of ${tokens.total} tokens only`)
}

/** Ids of items that questions find. */
async function idsOf(
  memory: Memory,
  { words3 }: MillionQuestions,
  count: number,
): Promise<readonly string[]> {
  const ids = new Set<string>()
  for (const { question } of words3) {
    const { hits } = await memory.search({ question, limit: 5, meaning: false })
    for (const { id } of hits) ids.add(id)
    if (ids.size >= count) break
  }
  return [...ids]
}
