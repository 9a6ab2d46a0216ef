import { createHmac } from 'node:crypto'

/**
 * A keyed hash by which the same content is known again: for repeats, and after forgetting (tombstones).
 * HMAC-SHA-256 over the parts, each with its length so that borders cannot be shifted; 128 bits are kept.
 */
export function identityOf(key: Uint8Array, parts: readonly string[]): Uint8Array {
  const content = parts.map((part) => `${part.length}:${part}`).join('')
  return createHmac('sha256', key).update(content, 'utf8').digest().subarray(0, IDENTITY_BYTES)
}

const IDENTITY_BYTES = 16
