import { createHmac } from 'node:crypto'

/**
 * A keyed hash by which the same content is known again: for repeats, and after forgetting (tombstones).
 * HMAC-SHA-256 over the parts, each with its length so that borders cannot be shifted; 128 bits are kept.
 */
export function identityOf(key: Uint8Array, parts: readonly string[]): Uint8Array {
  const content = parts.map((part) => `${part.length}:${part}`).join('')
  return createHmac('sha256', key).update(content, 'utf8').digest().subarray(0, IDENTITY_BYTES)
}

/**
 * An identity that lies beside those of the same group: its first bytes are the group's. A session's turns then
 * stand together in the index, and importing one writes a few pages of it instead of one page a turn.
 */
export function identityInGroup(identity: Uint8Array, group: Uint8Array): Uint8Array {
  const grouped = Uint8Array.from(identity)
  grouped.set(group.subarray(0, GROUP_BYTES))
  return grouped
}

const IDENTITY_BYTES = 16
// 96 bits stay the content's: among a hundred million items two meet with a chance of one in ten million million.
const GROUP_BYTES = 4
