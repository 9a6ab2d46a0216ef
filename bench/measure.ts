import { createCorpus } from './corpus.js'
import { type Question, type QuestionKind, questionKinds, readQuestions } from './dataset.js'
import { fdatasyncMedianMs } from './floors.js'
import { bytesUnder } from './folder-size.js'
import type { Measures } from './measures.js'
import { peakMegabytes, restMegabytes } from './process-memory.js'
import { overlapOf } from './reference.js'
import { median, quantile } from './statistics.js'
import type { Bank, Dataset, Subject } from './subject.js'
import type { System } from './systems.js'

/** How long a child asks and writes at most. Whichever of count and time comes first ends a measure. */
export interface Limits {
  readonly questions: number
  readonly questionsMs: number
  readonly captures: number
  readonly capturesMs: number
}

/** First half of a round, a process of its own: everything in, on an empty folder. */
export async function measureFill(system: System, home: string, dataset: Dataset): Promise<Measures> {
  const open = await system.load()
  const subject = await open(home, dataset)
  const bulkMs = await elapsedMs(() => fill(subject, dataset))
  const persistMs = await elapsedMs(async () => subject.persist?.())
  const peakMb = peakMegabytes(subject.pid)
  await subject.close()
  return {
    bulkRate: dataset.items / (bulkMs / 1000),
    peakMb,
    ...(system.keeps === 'snapshot' ? { persistMs } : {}),
    ...(system.keeps === 'nothing' ? {} : { diskBytes: bytesUnder(home) / dataset.items }),
  }
}

/** Second half, another process: opened again, asked, written to. The round turns the order of the questions. */
export async function measureAsk(
  system: System,
  home: string,
  dataset: Dataset,
  limits: Limits,
  round: number,
): Promise<Measures> {
  const questions = readQuestions(dataset)
  const open = await system.load()
  const from = performance.now()
  const subject = await open(home, dataset)
  const result: Measures = {}
  if (system.keeps === 'nothing') await fill(subject, dataset)
  await subject.search(questions.words8.at(-1)?.question ?? '', 'big')
  if (system.keeps !== 'nothing') result.openMs = performance.now() - from

  for (const kind of questionKinds) {
    if (kind === 'small8' && system.isWhole === true) continue
    if (system.isSlow !== true) await warmUp(subject, kind, questions[kind])
    Object.assign(result, await askAll(subject, kind, turned(questions[kind], round), limits))
  }
  // Before the captures: some systems keep those elsewhere until they are told to tidy up.
  result.restMb = restMegabytes(subject.pid)
  Object.assign(result, await captureAll(subject, home, limits, round))
  result.peakMb = peakMegabytes(subject.pid)
  await subject.close()
  return result
}

const CALLERS = 16
/** Even a system that takes seconds answers so many. */
const LEAST_QUESTIONS = 2
const WARM_UP_MS = 200
const SYNC_PROBES = 40
const KEPT_SAMPLE = 20

async function fill(subject: Subject, { sources }: Dataset): Promise<void> {
  for (const source of sources) await subject.insert(source)
}

/** The compiler's first looks at the code are not what is measured. */
async function warmUp(subject: Subject, kind: QuestionKind, questions: readonly Question[]): Promise<void> {
  const until = performance.now() + WARM_UP_MS
  for (const { question } of questions) {
    await subject.search(question, bankOf(kind))
    if (performance.now() > until) break
  }
}

function bankOf(kind: QuestionKind): Bank {
  return kind === 'small8' ? 'small' : 'big'
}

async function askAll(
  subject: Subject,
  kind: QuestionKind,
  questions: readonly Question[],
  { questionsMs }: Limits,
): Promise<Measures> {
  const bank = bankOf(kind)
  const times: number[] = []
  let found = 0
  let first = 0
  let overlap = 0
  const until = performance.now() + questionsMs
  for (const { question, place, expected } of questions) {
    if (times.length >= LEAST_QUESTIONS && performance.now() > until) break
    const from = performance.now()
    const answer = await subject.search(question, bank)
    times.push(performance.now() - from)
    if (answer.includes(place)) found += 1
    if (answer[0] === place) first += 1
    overlap += overlapOf(answer, expected)
  }
  return {
    [`${kind}P50`]: median(times),
    [`${kind}P95`]: quantile(times, 0.95),
    [`${kind}Found`]: found / times.length,
    [`${kind}First`]: first / times.length,
    [`${kind}Overlap`]: overlap / times.length,
    [`${kind}Asked`]: times.length,
  }
}

async function captureAll(subject: Subject, home: string, limits: Limits, round: number): Promise<Measures> {
  const { captures, capturesMs } = limits
  const corpus = createCorpus(round)
  const syncBeforeMs = fdatasyncMedianMs(home, SYNC_PROBES)
  const times: number[] = []
  const from = performance.now()
  while (times.length < captures && performance.now() < from + capturesMs) {
    const text = corpus.text()
    times.push(await elapsedMs(() => subject.capture(text)))
  }
  const rate = times.length / ((performance.now() - from) / 1000)
  const captureMs = median(times)

  const grouped: string[] = []
  const groupFrom = performance.now()
  const caller = async (_: unknown, number: number) => {
    for (let i = 0; i < captures / 4 && performance.now() < groupFrom + capturesMs; i++) {
      const sign = `caller${number}capture${i}`
      await subject.capture(`${corpus.text()} ${sign}`)
      grouped.push(sign)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  const groupRate = grouped.length / ((performance.now() - groupFrom) / 1000)
  const groupKept = await keptShare(subject, grouped, capturesMs)
  const syncMs = (syncBeforeMs + fdatasyncMedianMs(home, SYNC_PROBES)) / 2
  return { captureMs, captureSyncs: captureMs / syncMs, groupRate, groupTimes: groupRate / rate, groupKept }
}

/** Whether what was acknowledged is there: each of a sample is looked for by a word that stands in no other. */
async function keptShare(subject: Subject, signs: readonly string[], patienceMs: number): Promise<number> {
  const until = performance.now() + patienceMs
  let looked = 0
  let kept = 0
  for (let i = 0; i < signs.length; i += Math.ceil(signs.length / KEPT_SAMPLE)) {
    const answer = await subject.search(signs[i] ?? '', 'big')
    looked += 1
    if (answer.includes(-1)) kept += 1
    if (performance.now() > until) break
  }
  return kept / looked
}

/** Slow systems answer the first few only: so they are others in each round. */
function turned<T>(values: readonly T[], round: number): T[] {
  const start = Math.floor((values.length * round) / 5) % Math.max(1, values.length)
  return [...values.slice(start), ...values.slice(0, start)]
}

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
