import { type Expected, overlapOf } from '../reference.js'
import { median, quantile } from '../statistics.js'
import { readVectorQuestions, readVectorSet, smallOf, type VectorQuestion } from './vector-set.js'
import { vectorSubjects } from './vector-subjects.js'

/** Times in milliseconds. */
export interface VectorMeasures {
  /** From opening the file to the first answer. */
  readonly openMs: number
  readonly p50: number
  readonly p95: number
  /** Share of the exact nearest ten that was found. */
  readonly recall: number
  /** The same in the bank of a hundredth. */
  readonly smallP50: number
  readonly smallRecall: number
  /** Longest time that a timer beside the questions was late. */
  readonly lateMs: number
}

/** Takes in the set; a process of its own, as for everything that is measured here. */
export async function fillVectors(name: string, home: string, folder: string): Promise<void> {
  const vectors = readVectorSet(folder)
  const subject = await subjectNamed(name).open(home)
  await subject.insert('small', vectors.slice(0, smallOf(vectors.length)))
  await subject.insert('big', vectors)
  await subject.close()
}

export async function measureVectors(name: string, home: string, folder: string): Promise<VectorMeasures> {
  const questions = readVectorQuestions(folder)
  const from = performance.now()
  const subject = await subjectNamed(name).open(home)
  await subject.search(questions[0]!.vector, 'big')
  const openMs = performance.now() - from
  const big = await ask(
    questions,
    ({ vector }) => subject.search(vector, 'big'),
    ({ nearest }) => nearest,
  )
  const small = await ask(
    questions,
    ({ vector }) => subject.search(vector, 'small'),
    ({ nearestOfSmall }) => nearestOfSmall,
  )
  await subject.close()
  return { openMs, ...big, smallP50: small.p50, smallRecall: small.recall }
}

const TICK_MS = 10

function subjectNamed(name: string) {
  const found = vectorSubjects.find((subject) => subject.name === name)
  if (found === undefined) throw new RangeError(`no such system: ${name}`)
  return found
}

async function ask(
  questions: readonly VectorQuestion[],
  search: (question: VectorQuestion) => Promise<readonly number[]>,
  expected: (question: VectorQuestion) => Expected,
) {
  // The compiler's first looks at the code are not what is measured.
  for (const question of questions) await search(question)
  let lateMs = 0
  let due = performance.now() + TICK_MS
  const timer = setInterval(() => {
    lateMs = Math.max(lateMs, performance.now() - due)
    due = performance.now() + TICK_MS
  }, TICK_MS)
  const times: number[] = []
  let found = 0
  for (const question of questions) {
    const from = performance.now()
    const answer = await search(question)
    times.push(performance.now() - from)
    found += overlapOf(answer, expected(question))
    // As between two requests.
    await new Promise((resolve) => setImmediate(resolve))
  }
  clearInterval(timer)
  return { p50: median(times), p95: quantile(times, 0.95), recall: found / questions.length, lateMs }
}
