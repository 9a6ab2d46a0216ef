import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Corpus, createCorpus, isChinese, type QuestionWords } from '../corpus.js'
import { createReference, type Expected } from '../reference.js'
import { type Bank, type Dataset, TURNS_PER_SESSION } from '../subject.js'

/** Kinds of questions; `chat` and `mixed` are of words that stand in 5 to 20 of a hundred texts (bench/corpus.ts). */
export const millionKinds = ['words1', 'words3', 'words8', 'chat', 'mixed', 'chinese', 'small8'] as const

export type MillionKind = (typeof millionKinds)[number]

export interface MillionQuestion {
  readonly question: string
  /** The text that it was made from. */
  readonly place: number
  /** The first ten of an exact BM25 over all words. */
  readonly expected: Expected
}

export type MillionQuestions = Readonly<Record<MillionKind, readonly MillionQuestion[]>>

/** Writes texts as chats have them, and questions; what is there already is left as it is. */
export function writeMillionSet(folder: string, items: number, perKind: number): Dataset {
  const dataset = millionSetIn(folder, items)
  if (existsSync(join(folder, QUESTIONS))) return dataset
  mkdirSync(folder, { recursive: true })
  const corpus = createCorpus(SEED, 'chat')
  const texts = Array.from({ length: items }, () => corpus.text())
  const small = smallOf(items)
  const of: Readonly<Record<Bank, readonly string[]>> = {
    small: texts.slice(0, small),
    big: texts.slice(small),
  }
  for (const { bank, file } of dataset.sources) writeMessages(bank, file, of[bank])

  const asked = Object.fromEntries(
    millionKinds.map((kind) => [kind, ask(corpus, kind, of[bankOf(kind)], perKind)]),
  ) as Readonly<Record<MillionKind, readonly Asked[]>>
  const expected = rankAll(of, asked)
  const questions = Object.fromEntries(
    millionKinds.map((kind) => [
      kind,
      asked[kind].map(({ question, place }, i) => ({
        question,
        place: firstOf(bankOf(kind), items) + place,
        expected: expected[kind][i],
      })),
    ]),
  )
  writeFileSync(join(folder, QUESTIONS), JSON.stringify(questions))
  return dataset
}

export function readMillionQuestions({ folder }: Dataset): MillionQuestions {
  return JSON.parse(readFileSync(join(folder, QUESTIONS), 'utf8')) as MillionQuestions
}

export function bankOf(kind: MillionKind): Bank {
  return kind === 'small8' ? 'small' : 'big'
}

interface Asked {
  readonly question: string
  /** In its bank. */
  readonly place: number
}

const QUESTIONS = 'questions.json'
const SEED = 20_261_201
const STRIDE = 7919
const FIRST_AT = Date.UTC(2024, 0, 1)
const MINUTE_MS = 60_000

const wordsOf: Readonly<Partial<Record<MillionKind, QuestionWords>>> = {
  words1: 1,
  words3: 3,
  words8: 8,
  chinese: 3,
  small8: 8,
}

function millionSetIn(folder: string, items: number): Dataset {
  return {
    folder,
    items,
    sources: [
      { bank: 'big', file: join(folder, 'big.jsonl'), first: firstOf('big', items) },
      { bank: 'small', file: join(folder, 'small.jsonl'), first: firstOf('small', items) },
    ],
  }
}

function smallOf(items: number): number {
  return Math.round(items / 100)
}

/** Place of the bank's first text among all. */
function firstOf(bank: Bank, items: number): number {
  return bank === 'big' ? smallOf(items) : 0
}

function ask(corpus: Corpus, kind: MillionKind, texts: readonly string[], count: number): readonly Asked[] {
  const asked: Asked[] = []
  for (let i = 0; i < texts.length && asked.length < count; i++) {
    const place = (i * STRIDE) % texts.length
    const text = texts[place] ?? ''
    if (isChinese(text) !== (kind === 'chinese')) continue
    const words = wordsOf[kind]
    const question =
      words === undefined ? corpus.chatQuestion(text, kind === 'mixed') : corpus.question(text, words)
    if (question !== undefined) asked.push({ question, place })
  }
  return asked
}

function rankAll(
  texts: Readonly<Record<Bank, readonly string[]>>,
  asked: Readonly<Record<MillionKind, readonly Asked[]>>,
): Readonly<Record<MillionKind, readonly Expected[]>> {
  const small = createReference(texts.small)
  const big = createReference(texts.big)
  const first = texts.small.length
  const ranked = millionKinds.map((kind) => {
    const isSmall = bankOf(kind) === 'small'
    const answers = asked[kind].map(({ question }) => {
      const { top, count } = (isSmall ? small : big).expect(question)
      return { top: isSmall ? top : top.map((place) => first + place), count }
    })
    return [kind, answers] as const
  })
  return Object.fromEntries(ranked) as unknown as Readonly<Record<MillionKind, readonly Expected[]>>
}

function writeMessages(bank: Bank, file: string, texts: readonly string[]): void {
  const handle = openSync(file, 'w')
  for (const [i, content] of texts.entries()) {
    const session = `${bank}-${Math.floor(i / TURNS_PER_SESSION)}`
    const role = i % 2 === 0 ? 'user' : 'assistant'
    writeSync(handle, `${JSON.stringify({ role, content, at: FIRST_AT + i * MINUTE_MS, session })}\n`)
  }
  closeSync(handle)
}
