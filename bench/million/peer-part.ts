import { bytesUnder } from '../folder-size.js'
import { peakMegabytes, restMegabytes } from '../process-memory.js'
import type { Subject } from '../subject.js'
import { type System, systemNamed } from '../systems.js'
import { askKinds } from './ask-kinds.js'
import { readMillionQuestions } from './million-set.js'
import type { PartPlace, PartResult } from './part.js'
import { spreadFigures, timesOf } from './times.js'

/** Other systems on the same texts. sqlite-vec has vectors alone. */
export const millionPeers = [
  'plain FTS5',
  'our tokens in FTS5 by rank',
  'minisearch',
  'minisearch with our stop words',
  'orama',
  'lancedb',
  'lancedb hybrid',
  'sqlite-vec',
] as const

/** First process: everything in, and written out where that is what keeps it. */
export async function fillPeer(place: PartPlace): Promise<PartResult> {
  const { home, dataset, peer = '' } = place
  const system = systemNamed(peer)
  const subject = await (await system.load())(home, dataset)
  const from = performance.now()
  await fill(subject, place)
  const bulkRate = dataset.items / ((performance.now() - from) / 1000)
  const persist = await persisted(subject)
  const peakMb = peakMegabytes(subject.pid)
  await subject.close()
  return { figures: { bulkRate, peakMb, ...persist, diskBytes: bytesUnder(home) / dataset.items } }
}

/** Another one: opened, or filled once more where nothing could be written out, asked, and written to. */
export async function askPeer(place: PartPlace): Promise<PartResult> {
  const { home, dataset, peer = '' } = place
  const system = systemNamed(peer)
  const questions = readMillionQuestions(dataset)
  const open = await system.load()
  const from = performance.now()
  const subject = await open(home, dataset)
  const isLost = await isEmpty(system, home)
  if (isLost) await fill(subject, place)
  await subject.search(questions.words8[0]!.question, 'big')
  const openMs = performance.now() - from
  const figures = await askKinds(subject, questions, ASK_MS)
  const restMb = restMegabytes(subject.pid)
  const capture = await timesOf(CAPTURES, CAPTURE_MS, (n) => subject.capture(`Noted as ${n} for the plan`))
  const peakMb = peakMegabytes(subject.pid)
  await subject.close()
  return {
    figures: {
      ...(isLost ? {} : { openMs }),
      ...figures,
      ...spreadFigures('capture', capture),
      restMb,
      peakMb,
    },
  }
}

/** For one kind of question. */
const ASK_MS = 6_000
const CAPTURES = 300
const CAPTURE_MS = 4_000

async function fill(subject: Subject, { dataset }: PartPlace): Promise<void> {
  for (const source of dataset.sources) await subject.insert(source)
}

/** A snapshot in JSON cannot be longer than the longest string of V8, 512 MB. */
async function persisted(subject: Subject): Promise<Record<string, number>> {
  if (subject.persist === undefined) return {}
  const from = performance.now()
  try {
    await subject.persist()
    return { persistMs: performance.now() - from }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { persistFailed: 1 }
  }
}

async function isEmpty({ keeps }: System, home: string): Promise<boolean> {
  return keeps === 'nothing' || (keeps === 'snapshot' && bytesUnder(home) === 0)
}
