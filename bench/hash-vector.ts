/**
 * A text as a vector of 256 places: each word counts at the place that its hash names, a long word more than a short
 * one, since frequent words are short; Chinese by pairs of characters. Not a model of language: it lets systems that
 * cannot search without an embedder run at no cost, and finds what shares words.
 */
export function hashVector(text: string): number[] {
  const vector = new Array<number>(HASH_VECTOR_SIZE).fill(0)
  for (const run of text.toLowerCase().split(/[\s，]+/)) {
    if (run.charCodeAt(0) < FIRST_HAN) add(vector, run, run.length ** 2)
    else for (let i = 0; i + 1 < run.length; i++) add(vector, run.substring(i, i + 2), 1)
  }
  return vector
}

/** The same in unit length. */
export function unitHashVector(text: string): number[] {
  const vector = hashVector(text)
  const length = Math.hypot(...vector)
  return length === 0 ? vector.fill(1 / Math.sqrt(HASH_VECTOR_SIZE)) : vector.map((value) => value / length)
}

export const HASH_VECTOR_SIZE = 256

const FIRST_HAN = 0x4e00

function add(vector: number[], word: string, weight: number): void {
  const place = hashOf(word) % HASH_VECTOR_SIZE
  vector[place] = (vector[place] ?? 0) + weight
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
