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
  return cosineAt(a, 0, b)
}

/** The same, of one of many vectors that stand row behind row. Four sums, so that no addition waits for the one before. */
export function cosineAt(vectors: Float32Array, row: number, vector: Float32Array): number {
  const from = row * vector.length
  const whole = vector.length - (vector.length % 4)
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  for (let k = 0; k < whole; k += 4) {
    a += vectors[from + k]! * vector[k]!
    b += vectors[from + k + 1]! * vector[k + 1]!
    c += vectors[from + k + 2]! * vector[k + 2]!
    d += vectors[from + k + 3]! * vector[k + 3]!
  }
  for (let k = whole; k < vector.length; k++) a += vectors[from + k]! * vector[k]!
  return a + b + (c + d)
}

/** False for a vector of nothing, and for one with a value that is no number. */
export function isUnit(vector: Float32Array): boolean {
  return Math.abs(cosine(vector, vector) - 1) <= ROUNDING
}

/** Providers that say they normalise do it in half precision at times. */
const ROUNDING = 0.01

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
