import { identityOf } from '../items/identity.js'
import type { Spine } from '../items/spine.js'

/** By which the place of a file is known again: the store holds no path that says whose computer it is. */
export function placeKey(
  { identityKey }: Pick<Spine, 'identityKey'>,
  bank: string,
  place: string,
): Uint8Array {
  return identityOf(identityKey, [bank, 'document place', place.normalize('NFC')])
}
