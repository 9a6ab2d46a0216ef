import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createCorpus, isChinese, type QuestionWords } from './corpus.js'
import { createReference, type Expected, type Reference } from './reference.js'
import { type Bank, type Dataset, type Source, TURNS_PER_SESSION } from './subject.js'

/** Kinds of questions, each asked of one bank. */
export const questionKinds = ['words1', 'words3', 'words8', 'chinese', 'small8'] as const

export type QuestionKind = (typeof questionKinds)[number]

export interface Question {
  readonly question: string
  /** The text that it was made from. */
  readonly place: number
  readonly expected: Expected
}

export type Questions = Readonly<Record<QuestionKind, readonly Question[]>>

/** Writes the texts of a size and the questions about them: the same for every system, and for every run. */
export function writeDataset(folder: string, items: number, perKind: number): Dataset {
  mkdirSync(folder, { recursive: true })
  const corpus = createCorpus(SEED)
  const small = Math.round(items / 100)
  const texts = Array.from({ length: items }, () => corpus.text())
  const sources: Dataset['sources'] = [
    { bank: 'big', file: join(folder, 'big.jsonl'), first: small },
    { bank: 'small', file: join(folder, 'small.jsonl'), first: 0 },
  ]
  const of: Readonly<Record<Bank, readonly string[]>> = {
    big: texts.slice(small),
    small: texts.slice(0, small),
  }
  for (const source of sources) writeMessages(source, of[source.bank])

  const references = { big: createReference(of.big), small: createReference(of.small) }
  const ask = (bank: Bank, words: QuestionWords, chinese: boolean) => {
    const places = [...of[bank].keys()].filter((place) => isChinese(of[bank][place] ?? '') === chinese)
    const first = bank === 'big' ? small : 0
    return Array.from({ length: Math.min(perKind, places.length) }, (_, i) => {
      const place = places[(i * STRIDE) % places.length] ?? 0
      const question = corpus.question(of[bank][place] ?? '', words)
      return { question, place: first + place, expected: expectedOf(references[bank], question, first) }
    })
  }
  const questions: Questions = {
    words1: ask('big', 1, false),
    words3: ask('big', 3, false),
    words8: ask('big', 8, false),
    chinese: ask('big', 3, true),
    small8: ask('small', 8, false),
  }
  writeFileSync(join(folder, QUESTIONS), JSON.stringify(questions))
  return { folder, items, sources }
}

export function readQuestions({ folder }: Dataset): Questions {
  return JSON.parse(readFileSync(join(folder, QUESTIONS), 'utf8')) as Questions
}

const SEED = 20_261_129
const QUESTIONS = 'questions.json'
// Coprime to any count of texts that is not a multiple of it: spreads the questions over the whole.
const STRIDE = 7919
const FIRST_AT = Date.UTC(2024, 0, 1)
const MINUTE_MS = 60_000

function expectedOf(reference: Reference, question: string, first: number): Expected {
  const { top, count } = reference.expect(question)
  return { top: top.map((place) => first + place), count }
}

function writeMessages({ bank, file }: Source, texts: readonly string[]): void {
  const handle = openSync(file, 'w')
  for (const [i, content] of texts.entries()) {
    const session = `${bank}-${Math.floor(i / TURNS_PER_SESSION)}`
    const role = i % 2 === 0 ? 'user' : 'assistant'
    writeSync(handle, `${JSON.stringify({ role, content, at: FIRST_AT + i * MINUTE_MS, session })}\n`)
  }
  closeSync(handle)
}
