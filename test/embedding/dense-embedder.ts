import type { Embedder, EmbeddingModel } from '../../src/model/embedder.js'

export interface DenseOptions extends Partial<EmbeddingModel> {
  /** Called before each call is answered; throws what the embedder is to throw, or waits. */
  readonly before?: (texts: readonly string[], signal: AbortSignal | undefined) => void | Promise<void>
}

export interface DenseEmbedder extends Embedder {
  /** What it was asked for, call by call. */
  readonly calls: (readonly string[])[]
}

/** Vectors that depend on every word of a text and have no zero in them, as those of a real model. */
export function denseEmbedder({ before, ...model }: DenseOptions = {}): DenseEmbedder {
  const full: EmbeddingModel = {
    name: 'test:dense',
    dimensions: 32,
    pooling: 'mean',
    preparation: 'none',
    maxTokens: 64,
    languages: 'all',
    ...model,
  }
  const calls: (readonly string[])[] = []
  return {
    model: full,
    calls,
    async embed(texts, _as, signal) {
      calls.push(texts)
      await before?.(texts, signal)
      return texts.map((text) => vectorOf(text, full))
    },
    close: async () => undefined,
  }
}

function vectorOf(text: string, { name, dimensions }: EmbeddingModel): Float32Array {
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
