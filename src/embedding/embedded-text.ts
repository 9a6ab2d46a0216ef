import type { EmbeddingModel } from '../model/embedder.js'
import { clip } from '../text/clip.js'
import { passagesOf } from '../text/passages.js'
import { estimateTokens } from '../text/tokens.js'
import { canRead } from './can-read.js'

/** Of an item, what its vectors depend on. */
export interface OwnText {
  readonly body: string
  /** Who says it, in a conversation. */
  readonly speaker: string | null
}

/**
 * The passages of a text as they are embedded, each with who says it in front; `language` for one that the model cannot
 * read. Nothing of another item is in them: so what is forgotten leaves no trace in the vectors of others.
 */
export function passagesToEmbed({ body, speaker }: OwnText, model: EmbeddingModel): string[] | 'language' {
  if (!canRead(model, body)) return 'language'
  const prefix = speaker === null || speaker === '' ? '' : `${clip(speaker, SPEAKER_CHARS)}: `
  const room = Math.max(LEAST_TOKENS, model.maxTokens - estimateTokens(prefix))
  // slice-ok: passages end between characters
  return passagesOf(body, room).map(([start, end]) => prefix + body.substring(start, end))
}

/** Longer names are none. */
const SPEAKER_CHARS = 80

const LEAST_TOKENS = 8
