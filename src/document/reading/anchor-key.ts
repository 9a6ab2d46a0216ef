import { identityOf } from '../../items/identity.js'
import type { Spine } from '../../items/spine.js'

/** By which a section is found: the index holds no readable anchor. */
export function anchorKey(
  { identityKey }: Pick<Spine, 'identityKey'>,
  bank: string,
  anchor: string,
): Uint8Array {
  return identityOf(identityKey, [bank, 'anchor', anchor])
}

/** As it is given, without `#`, and as a link spells it. */
export function anchorForms(anchor: string): readonly string[] {
  const plain = anchor.replace(/^#/, '')
  return [...new Set([anchor, plain, decoded(plain)])]
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}
