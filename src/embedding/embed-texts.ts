import type { Embedder } from '../model/embedder.js'
import { embedBatch, type Part } from './embed-batch.js'
import { passagesToEmbed } from './embedded-text.js'
import type { PendingText } from './pending.js'
import type { EmbeddedText } from './write-embeddings.js'

/** Embeds texts, each with all of its passages. Throws `model_unavailable`, and the signal's reason. */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly PendingText[],
  signal?: AbortSignal,
): Promise<EmbeddedText[]> {
  const parted = texts.map((text) => ({ text, passages: passagesToEmbed(text, embedder.model) }))
  const passages = parted.flatMap(({ passages }) => (passages === 'language' ? [] : passages))
  const parts: (readonly Part[])[] = []
  for (let at = 0; at < passages.length; at += PASSAGES_AT_ONCE) {
    signal?.throwIfAborted()
    parts.push(...(await embedBatch(embedder, passages.slice(at, at + PASSAGES_AT_ONCE), signal)))
  }
  let taken = 0
  return parted.map(({ text: { textRid, itemRid, id }, passages }) => {
    if (passages === 'language') return { textRid, itemRid, id, parts: [{ problem: 'language' }] }
    const own = parts.slice(taken, taken + passages.length).flat()
    taken += passages.length
    return { textRid, itemRid, id, parts: own }
  })
}

/** A question that comes in between waits for no more than this. */
const PASSAGES_AT_ONCE = 16
