import { MemoryError } from '../errors.js'

/**
 * The vectors in an answer of `/v1/embeddings`, of unit length, in the order of the texts. A server can answer
 * anything: a vector too few would give every text behind it the meaning of another.
 */
export function unitVectorsOf(body: string, count: number, from: string): Float32Array[] {
  const data = dataOf(body)
  if (!Array.isArray(data)) throw nonsense(from, 'no embeddings')
  if (data.length !== count) throw nonsense(from, `${data.length} vectors for ${count} texts`)
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined)
  for (const [place, entry] of data.entries()) {
    const { index = place, embedding } = Object(entry) as { index?: unknown; embedding?: unknown }
    if (typeof index !== 'number' || !(index in vectors)) throw nonsense(from, 'an unknown index')
    vectors[index] = unitVector(embedding, from)
  }
  const [first] = vectors
  return vectors.map((vector) => {
    if (vector === undefined) throw nonsense(from, 'the same index twice')
    if (vector.length !== first?.length) throw nonsense(from, 'vectors of different dimensions')
    return vector
  })
}

/** Far beyond what models have (4,096), and what a store would want. */
const MAX_DIMENSIONS = 16_384

function dataOf(body: string): unknown {
  try {
    return (Object(JSON.parse(body)) as { data?: unknown }).data
  } catch {
    // Not JSON: answered like JSON without embeddings.
    return undefined
  }
}

function unitVector(embedding: unknown, from: string): Float32Array {
  if (!Array.isArray(embedding) || embedding.length === 0 || embedding.length > MAX_DIMENSIONS) {
    throw nonsense(from, 'something that is no vector')
  }
  let squares = 0
  for (const value of embedding) {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw nonsense(from, 'something that is no number')
    squares += value * value
  }
  const norm = Math.sqrt(squares)
  if (norm === 0 || !Number.isFinite(norm)) throw nonsense(from, 'a vector without a direction')
  return Float32Array.from(embedding, (value: number) => value / norm)
}

function nonsense(from: string, what: string): MemoryError {
  return new MemoryError(
    'model_unavailable',
    `${from} answered ${what}`,
    'is it a model that makes embeddings?',
  )
}
