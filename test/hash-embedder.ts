import type { Embedder, EmbeddingModel } from '../src/model/embedder.js'

export interface HashEmbedderOptions {
  readonly dimensions?: number
  /** Words that mean the same: each list counts as its first word. */
  readonly synonyms?: readonly (readonly string[])[]
  readonly model?: Partial<EmbeddingModel>
  /** Hears the texts before they are embedded; may throw, or wait. */
  readonly before?: (texts: readonly string[]) => unknown
}

/** Deterministic: the words of a text, hashed into a unit vector. Texts of the same words have the same vector. */
export function createHashEmbedder(options: HashEmbedderOptions = {}): Embedder {
  const { dimensions = 64, synonyms = [], before } = options
  const meaning = new Map(synonyms.flatMap(([first = '', ...others]) => others.map((word) => [word, first])))
  return {
    model: {
      name: 'test:hash',
      dimensions,
      pooling: 'sum',
      preparation: 'passages of 200 tokens',
      maxTokens: 200,
      languages: 'all',
      ...options.model,
    },
    embed: async (texts, _as, signal) => {
      signal?.throwIfAborted()
      await before?.(texts)
      signal?.throwIfAborted()
      return texts.map((text) => hashVector(text, dimensions, meaning))
    },
    close: async () => undefined,
  }
}

export function hashVector(
  text: string,
  dimensions: number,
  meaning: ReadonlyMap<string, string> = new Map(),
): Float32Array {
  const vector = new Float32Array(dimensions)
  // Alone it decides where nothing else is: no text is without a direction.
  vector[0] = 1e-3
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    // Two places a word: fewer words meet by accident.
    const hash = hashOf(meaning.get(word) ?? word)
    for (const bits of [hash, Math.imul(hash, 0x9e3779b1) >>> 0]) {
      const at = bits % dimensions
      vector[at] = (vector[at] ?? 0) + (bits & 0x10000 ? 1 : -1)
    }
  }
  const norm = Math.hypot(...vector)
  return vector.map((value) => value / norm)
}

/** FNV-1a, and a last mixing of all bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0
}
