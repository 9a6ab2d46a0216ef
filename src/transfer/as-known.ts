import { knownOutcome, type PreparedItem } from '../items/add.js'
import type { Reach } from '../reach.js'
import type { Tx } from '../store/statement.js'

/** An item that may be there under another identity than its own. */
export interface ManyNamed extends PreparedItem {
  readonly formerIdentity?: Uint8Array | undefined
}

/** The items, each under the identity by which the bank knows it; those that it does not know under their own. */
export function* asKnown<T extends ManyNamed>(reach: Reach, items: readonly T[]): Tx<readonly T[]> {
  if (items.every(({ formerIdentity }) => formerIdentity === undefined)) return items
  const named: T[] = []
  for (const item of items) {
    const { formerIdentity: identity } = item
    const isFormer =
      identity !== undefined &&
      (yield* knownOutcome(reach, item)) === undefined &&
      (yield* knownOutcome(reach, { identity })) !== undefined
    named.push(isFormer ? { ...item, identity } : item)
  }
  return named
}
