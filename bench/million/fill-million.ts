import { createReadStream } from 'node:fs'
import { type Memory, openMemory } from '../../src/index.js'
import { createCorpus } from '../corpus.js'
import { bytesUnder } from '../folder-size.js'
import { peakMegabytes } from '../process-memory.js'
import { hashEmbedder } from '../subjects/recollect.js'
import { captureFigures } from './capture-figures.js'
import type { PartPlace, PartResult } from './part.js'

/**
 * Fills an empty store: some captures, which tell what one costs while there is nearly nothing, all texts in bulk, their
 * vectors, and beside them what a user has besides conversations: facts, records, instructions, a session that goes on.
 */
export async function fillMillion({ home, dataset }: PartPlace): Promise<PartResult> {
  const engine = await openMemory({ home, zone: 'UTC', embedder: hashEmbedder })
  const memory = engine.as({ user: 'big' })
  const early = await captureFigures(engine.as({ user: 'early' }), home, 1)
  let bulkMs = 0
  let embedMs = 0
  let texts = 0
  for (const { bank, file } of dataset.sources) {
    const of = engine.as({ user: bank })
    bulkMs += await elapsedMs(async () => {
      const { added, skipped } = await of.import({ content: createReadStream(file), maxBytes: MOST_BYTES })
      if (skipped > 0) throw new Error(`${skipped} messages were skipped`)
      texts += added
    })
    embedMs += await elapsedMs(() => of.embed({}))
  }
  if (texts !== dataset.items) throw new Error(`${texts} of ${dataset.items} texts were taken in`)
  await addBesides(memory)
  const closeMs = await elapsedMs(() => engine.close())
  return {
    figures: {
      ...prefixed('early', early),
      bulkRate: texts / (bulkMs / 1000),
      embedRate: texts / (embedMs / 1000),
      closeMs,
      peakMb: peakMegabytes(undefined),
      diskBytes: bytesUnder(home) / texts,
    },
  }
}

/** The session that a prompt is assembled for. */
export const SESSION = 'going on'
export const FACTS = 1_000
export const RECORDS = 1_000

/** A file of a million texts has 220 MB. */
const MOST_BYTES = 4e9
const TURNS = 60
const TOGETHER = 50

async function addBesides(memory: Memory): Promise<void> {
  await many(FACTS, (n) => memory.capture({ text: `I like flavour number ${n}.` }))
  for (const text of ['My name is Ann.', 'I live in Lisbon.', 'I work at Initech.'])
    await memory.capture({ text })
  await memory.instruct({ action: 'add', text: 'Always reply in French' })
  await many(RECORDS, (n) =>
    memory.recordSave({
      name: `report ${n}`,
      description: `How the report of site${n} is wanted`,
      type: 'feedback',
      body: `Said on day ${n}: short, with ${n} figures. `.repeat(10),
    }),
  )
  const corpus = createCorpus(2, 'chat')
  const events = Array.from({ length: TURNS }, (_, n) => ({
    type: 'message' as const,
    role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
    text: corpus.text(),
  }))
  await memory.transcriptAppend({ session: SESSION, events })
}

async function many(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += TOGETHER)
    await Promise.all(Array.from({ length: TOGETHER }, (_, k) => work(from + k)))
}

function prefixed(prefix: string, figures: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      `${prefix}${name.charAt(0).toUpperCase()}${name.substring(1)}`, // slice-ok: names of figures are ASCII
      value,
    ]),
  )
}

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
