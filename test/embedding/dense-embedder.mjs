// Plain JavaScript, so that processes that are started and killed can have it too.

/**
 * @typedef {import('../../src/model/embedder.js').Embedder} Embedder
 * @typedef {import('../../src/model/embedder.js').EmbeddingModel} EmbeddingModel
 */

/**
 * What differs from the plainest one. `before` is called before passages are answered, not before questions: it throws
 * what the embedder is to throw, or waits.
 *
 * @typedef {Partial<EmbeddingModel> & {
 *   readonly before?: (texts: readonly string[], signal: AbortSignal | undefined) => void | Promise<void>
 * }} DenseOptions
 */

/** @typedef {Embedder & { readonly calls: (readonly string[])[] }} DenseEmbedder with the passages it was asked for, call by call */

/**
 * Vectors that depend on every word of a text and have no zero in them, as those of a real model.
 *
 * @param {DenseOptions} [options]
 * @returns {DenseEmbedder}
 */
export function denseEmbedder({ before, ...model } = {}) {
  /** @type {EmbeddingModel} */
  const full = {
    name: 'test:dense',
    dimensions: 32,
    pooling: 'mean',
    preparation: 'none',
    maxTokens: 64,
    languages: 'all',
    ...model,
  }
  /** @type {(readonly string[])[]} */
  const calls = []
  return {
    model: full,
    calls,
    async embed(texts, as, signal) {
      if (as === 'passage') {
        calls.push(texts)
        await before?.(texts, signal)
      }
      return texts.map((text) => vectorOf(text, full))
    },
    close: async () => undefined,
  }
}

/**
 * @param {string} text
 * @param {EmbeddingModel} model
 */
function vectorOf(text, { name, dimensions }) {
  const sum = new Float32Array(dimensions)
  for (const word of `${name} ${text}`.toLowerCase().split(/\s+/)) {
    let state = 2166136261
    for (let at = 0; at < word.length; at++) state = Math.imul(state ^ word.charCodeAt(at), 16777619) >>> 0
    for (let i = 0; i < dimensions; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      sum[i] = (sum[i] ?? 0) + state / 2 ** 32 - 0.5
    }
  }
  const length = Math.hypot(...sum)
  return sum.map((value) => value / length)
}
