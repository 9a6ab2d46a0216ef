import { openMemory } from '../../src/index.js'
import { measureFloors } from '../floors.js'
import { measureGraph } from '../graph/run-graph.js'
import { HASH_VECTOR_SIZE } from '../hash-vector.js'
import { peakMegabytes, restMegabytes } from '../process-memory.js'
import type { Subject } from '../subject.js'
import { openRecollect, openRecollectHybrid } from '../subjects/recollect.js'
import { askKinds } from './ask-kinds.js'
import { captureFigures } from './capture-figures.js'
import { exactFigures } from './exact-figures.js'
import { readMillionQuestions } from './million-set.js'
import { openMeaning } from './open-meaning.js'
import type { PartPlace, PartResult } from './part.js'
import { profileOf } from './profile.js'
import { spreadFigures, timesOf } from './times.js'

/** What the machine can do at best, in the same minutes. */
export async function measureMachine({ home, dataset }: PartPlace): Promise<PartResult> {
  return { figures: { ...(await measureFloors(home, dataset)) } }
}

/** Questions by words alone, no embedder in the process. */
export function measureWords(place: PartPlace): Promise<PartResult> {
  return askOpened(place, openRecollect)
}

/** How much of an exact first ten the word index gives. */
export async function measureExact({ home, dataset }: PartPlace): Promise<PartResult> {
  return { figures: await exactFigures(home, readMillionQuestions(dataset)) }
}

/** Questions by words and meaning, the vector given. */
export function measureHybrid(place: PartPlace): Promise<PartResult> {
  return askOpened(place, openRecollectHybrid)
}

/** Meaning alone, as a search asks for it: the bits of a bank compared, the best of them exactly. */
export async function measureMeaning({ home, dataset }: PartPlace): Promise<PartResult> {
  const questions = readMillionQuestions(dataset)
  const from = performance.now()
  const meaning = await openMeaning(home)
  await meaning.search(questions.words8[0]!.question, 'big')
  const openMs = performance.now() - from
  const { words8, small8 } = questions
  const big = await timesOf(words8.length, ASK_MS, (n) => meaning.search(words8[n]!.question, 'big'))
  const small = await timesOf(small8.length, ASK_MS, (n) => meaning.search(small8[n]!.question, 'small'))
  const restMb = restMegabytes(undefined)
  await meaning.close()
  return {
    figures: {
      openMs,
      ...spreadFigures('meaning', big.slice(big.length / 4)),
      ...spreadFigures('small', small.slice(small.length / 4)),
      codeMb: (dataset.items * HASH_VECTOR_SIZE) / 8 / 1e6,
      restMb,
    },
  }
}

/** One caller after another, words alone; and sixteen at once. */
export async function measureCapture({ home }: PartPlace): Promise<PartResult> {
  const engine = await openMemory({ home, zone: 'UTC', embedder: 'off' })
  const memory = engine.as({ user: 'big' })
  const figures = await captureFigures(memory, home, Date.now() % 1e6)
  let n = 0
  const from = performance.now()
  const caller = async () => {
    while (n < GROUPED) await memory.capture({ text: `Noted as ${n++} at ${performance.now()}` })
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  const groupRate = GROUPED / ((performance.now() - from) / 1000)
  const capture = await profileOf(() => captureFigures(memory, home, (Date.now() % 1e6) + 1))
  await engine.close()
  return { figures: { ...figures, groupRate }, profiles: { capture } }
}

/** Walks and paths over a graph of so many relations, in a store of its own, twenty for each entity. */
export async function measureRelations({ dataset }: PartPlace): Promise<PartResult> {
  const { walks, paths, answers } = await measureGraph(dataset.items, 20)
  return {
    figures: {
      ...spreadFigures('walk', walks),
      ...spreadFigures('path', paths),
      ...spreadFigures('answer', answers),
    },
  }
}

/** For one kind of question at most. */
const ASK_MS = 12_000
const CALLERS = 16
const GROUPED = 800

async function askOpened(
  { home, dataset }: PartPlace,
  open: (home: string, dataset: PartPlace['dataset']) => Promise<Subject>,
): Promise<PartResult> {
  const questions = readMillionQuestions(dataset)
  const from = performance.now()
  const subject = await open(home, dataset)
  const opened = performance.now() - from
  await subject.search(questions.words8[0]!.question, 'big')
  const openMs = performance.now() - from
  const figures = await askKinds(subject, questions, ASK_MS)
  const restMb = restMegabytes(undefined)
  const peakMb = peakMegabytes(undefined)
  const ask = async (kind: 'words8' | 'chat') => {
    await timesOf(questions[kind].length, ASK_MS / 2, (n) =>
      subject.search(questions[kind][n]!.question, 'big'),
    )
  }
  const profiles = {
    '8 words': await profileOf(() => ask('words8')),
    'words of chats': await profileOf(() => ask('chat')),
  }
  await subject.close()
  return { figures: { openedMs: opened, openMs, ...figures, restMb, peakMb }, profiles }
}
