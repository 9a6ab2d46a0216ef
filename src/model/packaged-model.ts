import type { EmbeddingModel } from './embedder.js'

/** all-MiniLM-L6-v2 reads 256 tokens of its own kind, and is most at home in fewer. */
const MAX_TOKENS = 200

export const PACKAGED_MODEL: EmbeddingModel = {
  name: 'packaged:minilm-l6-v2',
  dimensions: 384,
  pooling: 'mean',
  preparation: `passages of ${MAX_TOKENS} tokens`,
  maxTokens: MAX_TOKENS,
  languages: 'english',
}
