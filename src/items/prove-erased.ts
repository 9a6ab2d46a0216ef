import { MemoryError } from '../errors.js'
import type { ErasedContent, ErasureProof } from '../store/store.js'
import type { Spine } from './spine.js'

/** Whether what was forgotten is also gone from the bytes on disk. */
export interface Proven {
  /** `logical`: gone from every answer. `physical`: and from the bytes on disk, looked for and not found. */
  readonly state: 'logical' | 'physical'
  readonly reason: string | null
  readonly proof: { readonly scannedBytes: number; readonly repairs: readonly string[] } | null
}

/** The items are gone by now, whatever comes of the look on disk: its failure is told, not thrown. */
export async function proveErased({ store }: Pick<Spine, 'store'>, erased: ErasedContent): Promise<Proven> {
  const { state, reason, scannedBytes, repairs } = await store
    .verifyErased(erased)
    .catch((error: unknown): ErasureProof => {
      if (!(error instanceof MemoryError)) throw error
      return {
        state: 'logical',
        reason: `the look on disk failed: ${error.message}`,
        scannedBytes: 0,
        repairs: [],
      }
    })
  return { state, reason: reason ?? null, proof: { scannedBytes, repairs } }
}
