import { createRandom } from './random.js'

/** Vectors for tests, which a seed decides. */
export interface Vectors {
  /** Of unit length, in any direction. */
  any(): Float32Array
  /** Near another one: `apart` 0 is the same, 1 as far as any. */
  near(vector: Float32Array, apart: number): Float32Array
}

export function createVectors(dimensions: number, seed: number): Vectors {
  const random = createRandom(seed)
  // The sum of four is bell-shaped enough.
  const bell = () => [1, 2, 3, 4].reduce((sum) => sum + random.int(1 << 20) / (1 << 20) - 0.5, 0)
  const any = () => unit(Float32Array.from({ length: dimensions }, bell))
  return {
    any,
    near: (vector, apart) => {
      const other = any()
      return unit(vector.map((value, i) => (1 - apart) * value + apart * other[i]!))
    },
  }
}

export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}
