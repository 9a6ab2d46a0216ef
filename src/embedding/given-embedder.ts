import type { Embedder } from '../model/embedder.js'
import type { EmbedderSource } from '../model/embedder-source.js'

/** A source that has one embedder, made by someone else, who also closes it. */
export function givenEmbedder(embedder: Embedder): EmbedderSource {
  let isClosed = false
  const answer = async () => (isClosed ? { off: 'the memory was closed' } : embedder)
  return {
    current: () =>
      isClosed ? { state: 'off', why: 'the memory was closed' } : { state: 'ready', model: embedder.model },
    atOnce: answer,
    get: answer,
    close: async () => {
      isClosed = true
    },
  }
}
