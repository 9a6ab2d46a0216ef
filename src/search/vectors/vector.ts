/**
 * A stored vector (float32, little-endian) as numbers; undefined where it has not that many, or is none to compare
 * with: of another length than one, or with a value that is no number.
 */
export function readVector(bytes: Uint8Array, dimensions: number): Float32Array | undefined {
  if (bytes.byteLength !== dimensions * 4) return undefined
  const vector = new Float32Array(dimensions)
  if (isLittleEndian) new Uint8Array(vector.buffer).set(bytes)
  else {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let i = 0; i < dimensions; i++) vector[i] = view.getFloat32(i * 4, true)
  }
  return isUnit(vector) ? vector : undefined
}

/** Of two vectors of unit length; the order of the additions is always the same. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let even = 0
  let odd = 0
  const last = a.length - 1
  for (let i = 0; i < last; i += 2) {
    even += a[i]! * b[i]!
    odd += a[i + 1]! * b[i + 1]!
  }
  return even + odd + (a.length % 2 === 1 ? a[last]! * b[last]! : 0)
}

/** False for a vector of nothing, and for one with a value that is no number. */
export function isUnit(vector: Float32Array): boolean {
  return Math.abs(cosine(vector, vector) - 1) <= ROUNDING
}

/** Providers that say they normalise do it in half precision at times. */
const ROUNDING = 0.01

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
