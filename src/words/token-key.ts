/**
 * A token as the word index knows it: an integer below 2^53, so that no index entry holds a readable word. Two tokens in a
 * bank of a million would share one once in some ten thousand banks, and then only find what reading the text drops.
 *
 * Two multiplicative 32-bit hashes side by side, mixed at the end as MurmurHash3 does (Appleby 2011).
 */
export function tokenKey(token: string): number {
  let a = 0x9e3779b9
  let b = 0x85ebca6b
  for (let i = 0; i < token.length; i++) {
    const unit = token.charCodeAt(i)
    a = Math.imul(a ^ unit, 0x9e3779b1)
    b = Math.imul(b ^ unit, 0x5f356495)
  }
  a = mixed(a ^ Math.imul(b >>> 15, 0x2545f491))
  b = mixed(b ^ Math.imul(a >>> 13, 0x6c8e9cf5))
  return (b & HIGH_BITS) * 0x1_0000_0000 + (a >>> 0)
}

const HIGH_BITS = 0x1f_ffff

function mixed(hash: number): number {
  let h = hash
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
