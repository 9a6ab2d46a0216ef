import type { Embedder } from '../../src/model/embedder.js'
import { HASH_VECTOR_SIZE, unitHashVector } from '../hash-vector.js'

/** Costs nothing beside what is measured, and finds what shares words. */
export function hashEmbedder(): Embedder {
  return {
    model: {
      name: 'bench:hash',
      dimensions: HASH_VECTOR_SIZE,
      pooling: 'sum',
      preparation: 'none',
      maxTokens: 8_000,
      languages: 'all',
    },
    embed: async (texts) => texts.map((text) => Float32Array.from(unitHashVector(text))),
    close: async () => undefined,
  }
}
