/** Bytes as text by which they can be looked up: a `Map` knows byte arrays apart that hold the same. */
export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
