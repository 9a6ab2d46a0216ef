import { identityOf } from '../items/identity.js'
import type { Spine } from '../items/spine.js'

/** By which a section is found: the index holds no readable anchor. */
export function anchorKey(
  { identityKey }: Pick<Spine, 'identityKey'>,
  bank: string,
  anchor: string,
): Uint8Array {
  return identityOf(identityKey, [bank, 'anchor', anchor])
}
