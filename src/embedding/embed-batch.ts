import { MemoryError } from '../errors.js'
import type { Embedder } from '../model/embedder.js'
import { passagesOf } from '../text/passages.js'
import { estimateTokens } from '../text/tokens.js'
import { nonsense, toUnit } from './to-unit.js'

/** What became of a passage, or of a piece of one. */
export type Part = { readonly vector: Float32Array } | { readonly problem: Problem }

/** Why a passage has no vector. `refused`: the embedder fails on it, and on nothing else. */
export type Problem = 'language' | 'too_large' | 'refused'

/**
 * Embeds passages; the parts of each, in order. When the embedder fails, the batch is halved until the passage at fault
 * is alone: so none fails for another's sake (S15). One that is still too long is parted further. Throws
 * `model_unavailable` when the embedder fails on a harmless text too, and the signal's reason.
 */
export async function embedBatch(
  embedder: Embedder,
  passages: readonly string[],
  signal?: AbortSignal,
): Promise<readonly (readonly Part[])[]> {
  if (passages.length === 0) return []
  const outcome = await tryEmbedding(embedder, passages, signal)
  if (outcome.isDone) return outcome.vectors.map((vector) => [{ vector }])
  if (!outcome.isTooLarge) await requireWorking(embedder, outcome.error, signal)
  if (passages.length > 1) {
    const half = passages.length >> 1
    return [
      ...(await embedBatch(embedder, passages.slice(0, half), signal)),
      ...(await embedBatch(embedder, passages.slice(half), signal)),
    ]
  }
  const [alone = ''] = passages
  return [
    outcome.isTooLarge
      ? await embedParted(embedder, alone, signal)
      : await embedOnceMore(embedder, alone, signal),
  ]
}

type Outcome =
  | { readonly isDone: true; readonly vectors: readonly Float32Array[] }
  | { readonly isDone: false; readonly isTooLarge: boolean; readonly error: unknown }

async function tryEmbedding(
  embedder: Embedder,
  passages: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  try {
    const vectors = await embedder.embed(passages, 'passage', signal)
    if (vectors.length !== passages.length)
      throw nonsense(`${vectors.length} vectors for ${passages.length} texts`)
    return { isDone: true, vectors: vectors.map((vector) => toUnit(vector, embedder.model.dimensions)) }
  } catch (error) {
    signal?.throwIfAborted()
    return { isDone: false, isTooLarge: error instanceof MemoryError && error.code === 'too_large', error }
  }
}

/** Only where another text can be embedded is this one at fault. */
async function requireWorking(
  embedder: Embedder,
  cause: unknown,
  signal: AbortSignal | undefined,
): Promise<void> {
  const probe = await tryEmbedding(embedder, [HARMLESS], signal)
  if (probe.isDone) return
  if (cause instanceof MemoryError && cause.code === 'model_unavailable') throw cause
  // What a stranger's error says may quote the text, and is not for everyone who reads the statistics.
  throw new MemoryError(
    'model_unavailable',
    `the embedder ${embedder.model.name} failed`,
    'look at what it says itself (the cause of this error); the texts wait until it works again',
    { cause },
  )
}

const HARMLESS = 'memory'

/** What failed may have been the line, not the text. */
async function embedOnceMore(
  embedder: Embedder,
  passage: string,
  signal: AbortSignal | undefined,
): Promise<Part[]> {
  const again = await tryEmbedding(embedder, [passage], signal)
  if (again.isDone) return again.vectors.map((vector) => ({ vector }))
  return again.isTooLarge ? embedParted(embedder, passage, signal) : [{ problem: 'refused' }]
}

/** Estimates of length err most where a model needs two tokens a character: its own word is final. */
async function embedParted(
  embedder: Embedder,
  passage: string,
  signal: AbortSignal | undefined,
): Promise<Part[]> {
  if (passage.length < SHORTEST_PARTED) return [{ problem: 'too_large' }]
  const halves = passagesOf(passage, Math.ceil(estimateTokens(passage) / 2))
  if (halves.length < 2) return [{ problem: 'too_large' }]
  // slice-ok: passages end between characters
  const pieces = halves.map(([start, end]) => passage.substring(start, end))
  return (await embedBatch(embedder, pieces, signal)).flat()
}

/** In UTF-16 units. Whoever refuses less refuses everything. */
const SHORTEST_PARTED = 32
