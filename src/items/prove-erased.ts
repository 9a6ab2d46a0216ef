import { MemoryError } from '../errors.js'
import type { Reach } from '../reach.js'
import type { ErasedContent, ErasureProof } from '../store/store.js'
import type { Spine } from './spine.js'

/** Whether what was forgotten is also gone from the bytes on disk. */
export interface Proven {
  /** `logical`: gone from every answer. `physical`: and from the bytes on disk, looked for and not found. */
  readonly state: 'logical' | 'physical'
  readonly reason: string | null
  readonly proof: { readonly scannedBytes: number; readonly repairs: readonly string[] } | null
}

/**
 * Removes what stands beside the store in the banks that have lost items, and looks on disk. The items are gone by now,
 * whatever comes of it: a failure is told, not thrown.
 */
export async function proveErased(
  spine: Pick<Spine, 'store' | 'beside'>,
  reaches: readonly Reach[],
  erased: ErasedContent,
): Promise<Proven> {
  const left = await finishErasure(spine, reaches)
  const { state, reason, scannedBytes, repairs } = await spine.store
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
  const reasons = [left, reason ?? null].filter((one) => one !== null)
  return {
    state: left === null ? state : 'logical',
    reason: reasons.length === 0 ? null : reasons.join('; '),
    proof: { scannedBytes, repairs },
  }
}

/** The same without the look on disk: nothing is proven. */
export async function eraseUnproven(
  spine: Pick<Spine, 'beside'>,
  reaches: readonly Reach[],
): Promise<Proven> {
  const left = await finishErasure(spine, reaches)
  return { state: 'logical', reason: left ?? 'not looked for on disk: verify was off', proof: null }
}

async function finishErasure(
  { beside }: Pick<Spine, 'beside'>,
  reaches: readonly Reach[],
): Promise<string | null> {
  const reasons: string[] = []
  for (const reach of reaches) {
    const left = await beside?.finish(reach)
    if (left != null) reasons.push(left)
  }
  return reasons.length === 0 ? null : reasons.join('; ')
}
