import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mulberry32 } from '../mulberry32.js'
import type { Expected } from '../reference.js'

/** A question, and what an exact scan finds. */
export interface VectorQuestion {
  readonly vector: Float32Array
  /** Of all vectors, and of the first hundredth. */
  readonly nearest: Expected
  readonly nearestOfSmall: Expected
}

export const VECTOR_DIMENSIONS = 384

/** What of the set the small bank holds. */
export function smallOf(items: number): number {
  return Math.round(items / 100)
}

/** Where the vectors come from, in a sentence for the table. */
export function originOf(file: string | undefined): string {
  return file === undefined
    ? 'No file was given in RECOLLECT_VECTORS: synthetic vectors in 200 clusters, easier to search than real ones.'
    : 'Vectors of the file given in RECOLLECT_VECTORS, each repeated with noise of 0.3 of its length for size; ' +
        'the questions are vectors of the file that are not searched.'
}

/** Writes a set of so many vectors into a folder, for the children that measure. */
export function writeVectorSet(folder: string, file: string | undefined, items: number): void {
  const random = createBell(items)
  const known = file === undefined ? clusters(random) : readVectors(file)
  const stride = Math.max(2, Math.floor(known.length / QUESTIONS))
  const asked = known.filter((_, i) => i % stride === 1).slice(0, QUESTIONS)
  const base = known.filter((_, i) => i % stride !== 1)
  const vectors = Array.from({ length: items }, (_, i) => {
    const vector = base[i % base.length]!
    return i < base.length ? vector : unit(vector.map((value) => value + NOISE * random()))
  })
  const nearest = asked.map((question) => {
    const scores = vectors.map((vector) => product(question, vector))
    return [bestTen(scores), bestTen(scores.slice(0, smallOf(items)))]
  })
  writeFileSync(join(folder, 'vectors.f32'), Buffer.concat(vectors.map(bytesOf)))
  writeFileSync(join(folder, 'questions.f32'), Buffer.concat(asked.map(bytesOf)))
  writeFileSync(join(folder, 'nearest.json'), JSON.stringify(nearest))
}

export function readVectorSet(folder: string): Float32Array[] {
  return readVectors(join(folder, 'vectors.f32'))
}

export function readVectorQuestions(folder: string): VectorQuestion[] {
  const nearest = JSON.parse(readFileSync(join(folder, 'nearest.json'), 'utf8')) as [Expected, Expected][]
  return readVectors(join(folder, 'questions.f32')).map((vector, i) => ({
    vector,
    nearest: nearest[i]![0],
    nearestOfSmall: nearest[i]![1],
  }))
}

export function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

const QUESTIONS = 100
const NOISE = 0.3 / Math.sqrt(VECTOR_DIMENSIONS)
const CLUSTERS = 200
const SYNTHETIC = 10_000

function readVectors(file: string): Float32Array[] {
  const bytes = readFileSync(file)
  const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  return Array.from({ length: all.length / VECTOR_DIMENSIONS }, (_, i) =>
    all.subarray(i * VECTOR_DIMENSIONS, (i + 1) * VECTOR_DIMENSIONS),
  )
}

function clusters(random: () => number): Float32Array[] {
  const any = () => unit(Float32Array.from({ length: VECTOR_DIMENSIONS }, random))
  const centers = Array.from({ length: CLUSTERS }, any)
  return Array.from({ length: SYNTHETIC }, (_, i) => {
    const other = any()
    return unit(centers[(i * 7919) % CLUSTERS]!.map((value, k) => value + other[k]!))
  })
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(product(vector, vector))
  return vector.map((value) => value / length)
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!
  return sum
}

/** The same text said twice has the same vector: whatever is as near as the tenth is as good. */
function bestTen(scores: readonly number[]): Expected {
  const count = Math.min(TEN, scores.length)
  const least = scores.toSorted((a, b) => b - a)[count - 1]! - ROUNDING
  return { top: [...scores.keys()].filter((i) => scores[i]! >= least), count }
}

const TEN = 10
const ROUNDING = 1e-6

/** Normally distributed numbers, the same in every run (Mulberry32, Box and Muller). */
function createBell(seed: number): () => number {
  const next = mulberry32(seed)
  return () => Math.sqrt(-2 * Math.log(next() + 2 ** -33)) * Math.cos(2 * Math.PI * next())
}
