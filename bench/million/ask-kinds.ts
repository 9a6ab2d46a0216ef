import { overlapOf } from '../reference.js'
import type { Subject } from '../subject.js'
import { watchLateness } from './lateness.js'
import { bankOf, type MillionKind, type MillionQuestions, millionKinds } from './million-set.js'
import { spreadFigures, timesOf } from './times.js'

/**
 * Asks questions of every kind, each once, after some others for the compiler. Answers times, shares of the texts that
 * were meant and of the exact first ten, and how long others had to wait at most.
 */
export async function askKinds(
  subject: Subject,
  questions: MillionQuestions,
  mostMs: number,
): Promise<Record<string, number>> {
  const figures: Record<string, number> = {}
  let lateMs = 0
  for (const kind of millionKinds) {
    const { late, ...of } = await askKind(subject, kind, questions[kind], mostMs)
    lateMs = Math.max(lateMs, late)
    Object.assign(figures, of)
  }
  return { ...figures, lateMs }
}

/** Of the questions of a kind, for the compiler: a quarter. */
const WARM_UP = 0.25
const WARM_UP_MS = 1_000

async function askKind(
  subject: Subject,
  kind: MillionKind,
  questions: MillionQuestions[MillionKind],
  mostMs: number,
): Promise<{ late: number } & Record<string, number>> {
  const bank = bankOf(kind)
  const few = Math.floor(questions.length * WARM_UP)
  const warm = questions.slice(0, few)
  await timesOf(warm.length, WARM_UP_MS, (n) => subject.search(warm[n]!.question, bank))
  const asked = questions.slice(few)
  const answers: (readonly number[])[] = []
  const lateness = watchLateness()
  const times = await timesOf(asked.length, mostMs, async (n) => {
    answers.push(await subject.search(asked[n]!.question, bank))
  })
  lateness.stop()
  const share = (of: (answer: readonly number[], n: number) => number) =>
    answers.reduce((sum, answer, n) => sum + of(answer, n), 0) / answers.length
  return {
    ...spreadFigures(kind, times),
    [`${kind}Found`]: share((answer, n) => (answer.includes(asked[n]!.place) ? 1 : 0)),
    [`${kind}Overlap`]: share((answer, n) => overlapOf(answer, asked[n]!.expected)),
    late: lateness.mostMs(),
  }
}
