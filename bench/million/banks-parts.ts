import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Engine, openMemory } from '../../src/index.js'
import { createCorpus } from '../corpus.js'
import { bytesUnder } from '../folder-size.js'
import { peakMegabytes, restMegabytes } from '../process-memory.js'
import { hashEmbedder } from '../subjects/recollect.js'
import { watchLateness } from './lateness.js'
import type { PartPlace, PartResult } from './part.js'
import { spreadFigures, timesOf } from './times.js'

const BANK_ITEMS = 1_000

/** Fills a store with as many banks of a thousand texts as the items say, vectors included. */
export async function fillBanks({ home, dataset }: PartPlace): Promise<PartResult> {
  const banks = dataset.items / BANK_ITEMS
  const engine = await openMemory({ home, zone: 'UTC', embedder: hashEmbedder })
  const questions: string[][] = []
  const from = performance.now()
  for (let bank = 0; bank < banks; bank++) {
    const corpus = createCorpus(bank + 1, 'chat')
    const texts = Array.from({ length: BANK_ITEMS }, () => corpus.text())
    const memory = engine.as({ user: userOf(bank) })
    const { added } = await memory.import({ content: texts.map(lineOf).join('\n') })
    if (added !== BANK_ITEMS) throw new Error(`${added} of ${BANK_ITEMS} texts were taken in`)
    await memory.embed({})
    questions.push(Array.from({ length: 4 }, (_, i) => corpus.question(texts[i * 211] ?? '', 8)))
  }
  const bulkRate = dataset.items / ((performance.now() - from) / 1000)
  await engine.close()
  mkdirSync(dataset.folder, { recursive: true })
  writeFileSync(join(dataset.folder, QUESTIONS), JSON.stringify(questions))
  const diskBytes = bytesUnder(home) / dataset.items
  return { figures: { bulkRate, peakMb: peakMegabytes(undefined), diskBytes } }
}

export function measureBankWords(place: PartPlace): Promise<PartResult> {
  return measureBanks(place, false)
}

export function measureBankHybrid(place: PartPlace): Promise<PartResult> {
  return measureBanks(place, true)
}

const QUESTIONS = 'banks.json'
const TURNS = 20
const FIRST_AT = Date.UTC(2024, 0, 1)
const WARM_BANKS = 10
const WARM_ROUNDS = 20
const ASKED_BANKS = 200
const MOST_MS = 30_000

/** Some banks are for the compiler. Of others: the first question of the process, and others once all were asked. */
async function measureBanks({ home, dataset }: PartPlace, meaning: boolean): Promise<PartResult> {
  const file = join(dataset.folder, QUESTIONS)
  if (!existsSync(file)) throw new Error('the banks are not filled')
  const questions = JSON.parse(readFileSync(file, 'utf8')) as string[][]
  const from = performance.now()
  const engine = await openMemory({ home, zone: 'UTC', embedder: meaning ? hashEmbedder : 'off' })
  const ask = async (bank: number, n: number) => {
    const question = questions[bank]?.[n] ?? ''
    const { hits, missing } = await engine.as({ user: userOf(bank) }).search({ question, limit: 10, meaning })
    if (hits.length === 0) throw new Error('nothing was found')
    if (meaning && missing.vectors !== undefined) throw new Error(missing.vectors)
  }
  await ask(0, 0)
  const openMs = performance.now() - from
  const warm = Math.min(WARM_BANKS, Math.floor(questions.length / 2))
  for (let round = 0; round < WARM_ROUNDS; round++)
    for (let bank = 0; bank < warm; bank++) await ask(bank, round % 4)
  const asked = Math.min(ASKED_BANKS, questions.length - warm)
  const stride = Math.max(1, Math.floor((questions.length - warm) / asked))
  const bankAt = (n: number) => warm + n * stride
  const lateness = watchLateness()
  const first = await timesOf(asked, MOST_MS, (n) => ask(bankAt(n), 0))
  const again = [
    ...(await timesOf(first.length, MOST_MS, (n) => ask(bankAt(n), 1))),
    ...(await timesOf(first.length, MOST_MS, (n) => ask(bankAt(n), 2))),
  ]
  for (let bank = 0; bank < questions.length; bank++) await ask(bank, 3)
  const capture = await captureInEach(engine, asked, bankAt)
  lateness.stop()
  const figures = {
    openMs,
    ...spreadFigures('first', first),
    ...spreadFigures('again', again),
    ...spreadFigures('capture', capture),
    lateMs: lateness.mostMs(),
    restMb: restMegabytes(undefined),
    peakMb: peakMegabytes(undefined),
  }
  await engine.close()
  return { figures }
}

function captureInEach(engine: Engine, banks: number, bankAt: (n: number) => number): Promise<number[]> {
  return timesOf(banks, MOST_MS, (n) =>
    engine.as({ user: userOf(bankAt(n)) }).capture({ text: `Noted in bank ${n} at ${performance.now()}` }),
  )
}

function userOf(bank: number): string {
  return `user${bank}`
}

function lineOf(content: string, i: number): string {
  const role = i % 2 === 0 ? 'user' : 'assistant'
  return JSON.stringify({
    role,
    content,
    at: FIRST_AT + i * 60_000,
    session: `talk-${Math.floor(i / TURNS)}`,
  })
}
