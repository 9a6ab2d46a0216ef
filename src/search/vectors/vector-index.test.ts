import { describe, expect, it } from 'vitest'
import { runSeed } from '../../../test/random.js'
import { createVectors, unit, type Vectors } from '../../../test/vectors.js'
import { cosine } from './vector.js'
import { createVectorIndex, type IndexHit, type VectorIndex } from './vector-index.js'

describe('a vector index', () => {
  it.each([1, 3, 16, 100, 384, 1024, 1536])(
    'finds a vector by itself among those of %i dimensions',
    (dimensions) => {
      const { any } = createVectors(dimensions, 1)
      const vectors = Array.from({ length: 1_100 }, any)
      const index = filled(dimensions, vectors)
      for (const row of [0, 500, 1_023, 1_024, 1_099]) {
        const [nearest] = find(index, vectors[row]!, 3)
        // Few signs tell few vectors apart.
        expect(nearest!.similarity).toBeGreaterThan(dimensions >= 16 ? 0.99 : 0.9)
        if (dimensions >= 16) expect(nearest).toMatchObject({ rid: row + 1, itemRid: 10 * (row + 1) })
      }
    },
  )

  it('finds nearly all of the nearest ten of clustered vectors, and cosines near the true ones', () => {
    const { vectors, questions } = clustered(384, 6_000)
    const index = filled(384, vectors)
    expect(recall(index, vectors, questions)).toBeGreaterThanOrEqual(0.98)
    for (const { rid, similarity } of find(index, questions[0]!, 100)) {
      expect(Math.abs(similarity - cosine(questions[0]!, vectors[rid - 1]!))).toBeLessThan(0.01)
    }
  })

  it('does so where a few dimensions are far greater than the rest, and all vectors lean one way', () => {
    const { any } = createVectors(384, 5)
    const lean = any()
    const { vectors, questions } = clustered(384, 6_000, (vector) =>
      unit(vector.map((value, i) => value + lean[i]! + (i < 3 ? 0.4 + 2 * value : 0))),
    )
    expect(recall(filled(384, vectors), vectors, questions)).toBeGreaterThanOrEqual(0.98)
  })

  it(`answers the same to the bit without WebAssembly (SEED=${runSeed})`, () => {
    for (const dimensions of [20, 384]) {
      const { vectors, questions } = clustered(dimensions, 3_000, undefined, runSeed)
      const best = filled(dimensions, vectors)
      const plain = createVectorIndex(dimensions, { kernel: 'plain' })
      for (const [i, vector] of vectors.entries()) plain.add(i + 1, 10 * (i + 1), vector)
      for (const index of [best, plain]) for (let rid = 7; rid < 3_000; rid += 100) index.remove(rid)
      for (const question of questions) expect(find(plain, question, 50)).toEqual(find(best, question, 50))
    }
  })

  it('never finds again what was removed, from full chunks or from the tail', () => {
    const { any } = createVectors(64, 2)
    const vectors = Array.from({ length: 2_100 }, any)
    const index = filled(64, vectors)
    for (const rid of [1, 1_024, 1_500, 2_049, 2_100]) {
      expect(index.remove(rid)).toBe(true)
      expect(index.remove(rid)).toBe(false)
      expect(find(index, vectors[rid - 1]!, 200).some((hit) => hit.rid === rid)).toBe(false)
    }
    expect(index.size).toBe(2_095)
    expect(index.holes).toBe(3)
    expect([...index.rids()]).toHaveLength(2_095)
    expect(index.remove(99_999)).toBe(false)
    index.add(2_101, 1, vectors[2_099]!)
    expect(find(index, vectors[2_099]!, 1)[0]).toMatchObject({ rid: 2_101, isExact: true })
  })

  it('prefers the youngest of equal ones, and goes on when all are equal', () => {
    const { any } = createVectors(32, 3)
    const same = any()
    const index = filled(
      32,
      Array.from({ length: 5_000 }, () => same),
    )
    const hits = find(index, same, 20)
    expect(hits).toHaveLength(20)
    expect(hits[0]!.rid).toBe(5_000)
  })

  it('takes little memory for a few vectors, and about a third of the vectors for many', () => {
    const { any } = createVectors(384, 4)
    const few = filled(384, Array.from({ length: 10 }, any))
    expect(few.bytes).toBeLessThan(30_000)
    const some = Array.from({ length: 64 }, any)
    const many = filled(
      384,
      Array.from({ length: 8_192 }, (_, i) => some[i % 64]!),
    )
    expect(many.bytes).toBeLessThan(0.45 * 8_192 * 384 * 4)
  })

  it('lets others work while it scans very many, the sooner the slower it is', () => {
    const { any } = createVectors(16, 8)
    const vectors = Array.from({ length: 20_000 }, any)
    const pauses = (['best', 'plain'] as const).map((kernel) => {
      const index = createVectorIndex(16, { kernel })
      for (const [i, vector] of vectors.entries()) index.add(i + 1, 1, vector)
      return [...index.search(any(), 10)].length
    })
    expect(pauses).toEqual([0, 2])
  })

  it('refuses vectors that nothing can be compared with', () => {
    const { any } = createVectors(8, 6)
    const index = filled(8, [any()])
    expect(() => index.add(2, 2, new Float32Array(8))).toThrow('unit length')
    expect(() => index.add(2, 2, any().fill(Number.NaN, 3, 4))).toThrow('unit length')
    expect(() =>
      index.add(
        2,
        2,
        any().map((value) => 3 * value),
      ),
    ).toThrow('unit length')
    expect(() => index.add(2, 2, new Float32Array(9))).toThrow('9 dimensions')
    expect(() => index.add(1, 2, any())).toThrow('row 1 after row 1')
    expect(() => find(index, new Float32Array(8), 3)).toThrow('unit length')
    expect(find(createVectorIndex(8), any(), 3)).toEqual([])
    expect(index.size).toBe(1)
  })
})

function filled(dimensions: number, vectors: readonly Float32Array[]): VectorIndex {
  const index = createVectorIndex(dimensions)
  for (const [i, vector] of vectors.entries()) index.add(i + 1, 10 * (i + 1), vector)
  return index
}

/** To the end, without a pause. */
function find(index: VectorIndex, vector: Float32Array, count: number): IndexHit[] {
  const steps = index.search(vector, count)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

function clustered(
  dimensions: number,
  count: number,
  turn: (v: Float32Array) => Float32Array = (v) => v,
  seed = 9,
) {
  const { any, near }: Vectors = createVectors(dimensions, seed)
  const topics = Array.from({ length: 60 }, any)
  const vectors = Array.from({ length: count }, (_, i) => turn(near(topics[(i * 7) % 60]!, 0.5)))
  const questions = Array.from({ length: 20 }, (_, i) => turn(near(topics[i]!, 0.5)))
  return { vectors, questions }
}

function recall(
  index: VectorIndex,
  vectors: readonly Float32Array[],
  questions: readonly Float32Array[],
): number {
  let found = 0
  for (const question of questions) {
    const hits = new Set(find(index, question, 50).map(({ rid }) => rid - 1))
    const truth = vectors.map((vector) => cosine(question, vector))
    const order = [...vectors.keys()].sort((a, b) => truth[b]! - truth[a]!)
    found += order.slice(0, 10).filter((row) => hits.has(row)).length
  }
  return found / (10 * questions.length)
}
