import { canRead } from '../../embedding/can-read.js'
import { toUnit } from '../../embedding/to-unit.js'
import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import { type Embedder, fingerprintOf } from '../../model/embedder.js'
import { isEmbedder } from '../../model/embedder-source.js'
import { unlessAborted } from '../../model/unless-aborted.js'
import type { Meaning } from './meaning.js'

/** Whether a search asks for meaning: if it can be had at once, however long it takes to load a model, or not. */
export type MeaningWanted = 'at once' | 'wait' | 'no'

export interface Meant {
  /** The question, without operators. */
  readonly text: string
  /** Items of some kinds only, or with phrases or without words, are wanted. */
  readonly isNarrowed: boolean
  readonly wanted: MeaningWanted
  readonly signal?: AbortSignal | undefined
}

/**
 * What each bank holds near the meaning of a question, or why nobody can say. Takes bounded time, and fails for nothing
 * that an embedder does: only the signal's reason is thrown.
 */
export async function findMeaning(
  { embedding, vectors }: Pick<Spine, 'embedding' | 'vectors'>,
  banks: readonly string[],
  { text, isNarrowed, wanted, signal }: Meant,
): Promise<ReadonlyMap<string, Meaning>> {
  const everywhere = (reason: string): ReadonlyMap<string, Meaning> =>
    new Map(banks.map((bank) => [bank, { outcome: 'missing', reason }]))
  if (wanted === 'no') return everywhere(WORDS_ALONE)
  if (embedding === undefined || vectors === undefined) return everywhere(NO_EMBEDDER)
  if (!/[\p{L}\p{N}]/u.test(text)) return everywhere('the question has no word to look for')
  const patience = AbortSignal.timeout(wanted === 'wait' ? LOADING_MS : AT_ONCE_MS)
  const ending = signal === undefined ? patience : AbortSignal.any([patience, signal])
  try {
    const { source } = embedding
    const embedder = await unlessAborted(
      wanted === 'wait' ? source.get(ending) : source.atOnce(ending),
      ending,
    )
    if (!isEmbedder(embedder)) return everywhere(embedder.off)
    if (!canRead(embedder.model, text))
      return everywhere('the embedder does not know the language of the question')
    // Read while the question is being embedded.
    const warmed = new Map(banks.map((bank) => [bank, vectors.warm(bank)]))
    // Embedders that are not ours need not look at the signal.
    const vector = await unlessAborted(embedQuestion(embedder, text, ending), ending)
    const question = { vector, model: fingerprintOf(embedder.model), isNarrowed }
    const found = await Promise.all(
      banks.map(
        async (bank) => [bank, await vectors.near(bank, question, ending, warmed.get(bank))] as const,
      ),
    )
    return new Map(found)
  } catch (error) {
    signal?.throwIfAborted()
    if (patience.aborted) return everywhere('the embedder did not answer in time')
    // What a stranger's embedder says may quote the question.
    return everywhere(error instanceof MemoryError ? error.message : 'the embedder failed')
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

async function embedQuestion(embedder: Embedder, text: string, signal: AbortSignal): Promise<Float32Array> {
  const [vector] = await embedder.embed([text], 'question', signal)
  return toUnit(vector, embedder.model.dimensions)
}
