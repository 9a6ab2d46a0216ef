import { MemoryError } from '../errors.js'

/** What an embedder answered, as every comparison takes it for granted: of unit length. Throws `model_unavailable`. */
export function toUnit(vector: Float32Array | undefined, dimensions: number): Float32Array {
  if (!(vector instanceof Float32Array)) throw nonsense('something else than a Float32Array')
  if (vector.length !== dimensions)
    throw nonsense(`a vector of ${vector.length} numbers instead of ${dimensions}`)
  let square = 0
  for (const value of vector) square += value * value
  const length = Math.sqrt(square)
  if (!(length > 0) || !Number.isFinite(length)) throw nonsense('a vector without a direction')
  return Math.abs(length - 1) < 1e-4 ? vector : vector.map((value) => value / length)
}

export function nonsense(what: string): MemoryError {
  return new MemoryError(
    'model_unavailable',
    `the embedder answered with ${what}`,
    'check which model answers there',
  )
}
