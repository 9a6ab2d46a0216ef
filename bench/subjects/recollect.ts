import { createReadStream } from 'node:fs'
import { openMemory } from '../../src/index.js'
import type { Embedder } from '../../src/model/embedder.js'
import { HASH_VECTOR_SIZE, unitHashVector } from '../hash-vector.js'
import { type Dataset, type OpenSubject, TURNS_PER_SESSION } from '../subject.js'

/** Recollect as anyone opens it, by words: FULL durability, audit trail, identities, tokens for CJK. A bank is a user. */
export const openRecollect: OpenSubject = (home, dataset) => openWith('off', home, dataset)

/** The same with an embedder that costs nothing, so that what is measured is the search with the vector given. */
export const openRecollectHybrid: OpenSubject = (home, dataset) => openWith(hashEmbedder, home, dataset)

/** Of one file: of a million texts they are 220 MB. */
const MOST_BYTES = 4e9

export const hashEmbedder: Embedder = {
  model: {
    name: 'hashed words',
    dimensions: HASH_VECTOR_SIZE,
    pooling: 'sum',
    preparation: 'plain',
    maxTokens: 512,
    languages: 'all',
  },
  embed: async (texts) => texts.map((text) => Float32Array.from(unitHashVector(text))),
  close: async () => undefined,
}

async function openWith(
  embedder: 'off' | Embedder,
  home: string,
  { sources }: Dataset,
): ReturnType<OpenSubject> {
  const engine = await openMemory({ home, zone: 'UTC', embedder })
  const banks = { big: engine.as({ user: 'big' }), small: engine.as({ user: 'small' }) }
  const first = new Map(sources.map((source) => [source.bank, source.first]))
  return {
    insert: async ({ bank, file }) => {
      const { skipped } = await banks[bank].import({ content: createReadStream(file), maxBytes: MOST_BYTES })
      if (skipped > 0) throw new Error(`${skipped} messages were skipped`)
      if (embedder !== 'off') await banks[bank].embed({})
    },
    capture: async (text) => {
      await banks.big.capture({ text })
    },
    search: async (question, bank) => {
      const meaning = embedder !== 'off'
      const { hits, missing } = await banks[bank].search({ question, limit: 10, meaning })
      if (meaning && missing.vectors !== undefined) throw new Error(missing.vectors)
      return hits.map(({ turn }) =>
        turn === null
          ? -1
          : (first.get(bank) ?? 0) + Number(turn.session.split('-')[1]) * TURNS_PER_SESSION + turn.seq - 1,
      )
    },
    close: () => engine.close(),
  }
}
