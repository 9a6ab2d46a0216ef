import { canRead } from '../../embedding/can-read.js'
import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import { fingerprintOf } from '../../model/embedder.js'
import { isEmbedder } from '../../model/embedder-source.js'
import type { Meaning } from './meaning.js'

/** Whether a search asks for meaning: if it can be had at once, however long it takes to load a model, or not. */
export type MeaningWanted = 'at once' | 'wait' | 'no'

/** What each bank holds near the meaning of a question, or why nobody can say. Never throws, and takes bounded time. */
export async function findMeaning(
  { embedding, vectors }: Pick<Spine, 'embedding' | 'vectors'>,
  banks: readonly string[],
  text: string,
  wanted: MeaningWanted,
): Promise<ReadonlyMap<string, Meaning>> {
  const everywhere = (reason: string): ReadonlyMap<string, Meaning> =>
    new Map(banks.map((bank) => [bank, { outcome: 'missing', reason }]))
  if (wanted === 'no') return everywhere(WORDS_ALONE)
  if (embedding === undefined || vectors === undefined) return everywhere(NO_EMBEDDER)
  const patience = AbortSignal.timeout(wanted === 'wait' ? LOADING_MS : AT_ONCE_MS)
  // Read while the question is being embedded.
  for (const bank of banks) vectors.warm(bank)
  try {
    const embedder =
      wanted === 'wait' ? await embedding.source.get(patience) : await embedding.source.atOnce()
    if (!isEmbedder(embedder)) return everywhere(embedder.off)
    if (!canRead(embedder.model, text))
      return everywhere('the embedder does not know the language of the question')
    const [vector] = await embedder.embed([text], 'question', patience)
    if (vector === undefined) return everywhere('the embedder gave no vector')
    const question = { vector, model: fingerprintOf(embedder.model) }
    const found = await Promise.all(
      banks.map(async (bank) => [bank, await vectors.near(bank, question, patience)] as const),
    )
    return new Map(found)
  } catch (error) {
    if (patience.aborted) return everywhere('the embedder did not answer in time')
    if (error instanceof MemoryError) return everywhere(error.message)
    throw error
  }
}

const WORDS_ALONE = 'words alone were asked for'
const NO_EMBEDDER = 'no embedder is in use'

/** Whether vectors are missing because somebody wanted it so, which they need not be told each time. */
export function isMissingByChoice(reason: string): boolean {
  return reason === WORDS_ALONE || reason === NO_EMBEDDER
}

/** A warm embedder answers in 30 ms, one on a busy machine in a few hundred. */
const AT_ONCE_MS = 1_500
const LOADING_MS = 60_000
