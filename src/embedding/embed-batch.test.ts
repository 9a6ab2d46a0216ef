import { describe, expect, it } from 'vitest'
import { denseEmbedder } from '../../test/embedding/dense-embedder.mjs'
import { MemoryError } from '../errors.js'
import { embedBatch } from './embed-batch.js'

const tooLarge = () => new MemoryError('too_large', 'more than the model reads')
const problemsOf = (parts: Awaited<ReturnType<typeof embedBatch>>) =>
  parts.map((own) => own.map((part) => ('problem' in part ? part.problem : part.vector.length)))

describe('embedBatch', () => {
  it('asks once for a batch that is taken', async () => {
    const embedder = denseEmbedder()
    expect(problemsOf(await embedBatch(embedder, ['a', 'b', 'c']))).toEqual([[32], [32], [32]])
    expect(embedder.calls).toHaveLength(1)
    expect(await embedBatch(embedder, [])).toEqual([])
  })

  it('finds the one at fault in a few calls', async () => {
    const embedder = denseEmbedder({
      before: (texts) => {
        if (texts.includes('bad')) throw new Error('HTTP 400')
      },
    })
    const texts = Array.from({ length: 32 }, (_, i) => (i === 20 ? 'bad' : `good ${i}`))
    const problems = problemsOf(await embedBatch(embedder, texts))
    expect(problems.filter(([problem]) => problem === 'refused')).toHaveLength(1)
    expect(problems[20]).toEqual(['refused'])
    // Halving, a harmless text after each failure, and the one at fault once more.
    expect(embedder.calls.length).toBeLessThan(20)
  })

  it('forgives a failure that does not come again', async () => {
    let failures = 1
    const embedder = denseEmbedder({
      before: () => {
        if (failures-- > 0) throw new MemoryError('model_unavailable', 'the line broke')
      },
    })
    expect(problemsOf(await embedBatch(embedder, ['alone']))).toEqual([[32]])
  })

  it('parts what is too long until it is taken, in order', async () => {
    const embedder = denseEmbedder({
      before: (texts) => {
        if (texts.some((text) => text.length > 40)) throw tooLarge()
      },
    })
    const long = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'
    const [parts = []] = await embedBatch(embedder, [long])
    expect(parts.length).toBeGreaterThan(1)
    const taken = embedder.calls.flat().filter((text) => text.length <= 40)
    expect(taken.join('')).toBe(long)
  })

  it('says too_large of what cannot be parted any more', async () => {
    const embedder = denseEmbedder({ before: () => Promise.reject(tooLarge()) })
    expect(problemsOf(await embedBatch(embedder, ['short']))).toEqual([['too_large']])
  })

  it.each([
    ['of another length', new Float32Array(3)],
    ['without a direction', new Float32Array(32)],
    ['that is not a number', new Float32Array(32).fill(Number.NaN)],
    ['that is a plain list', Array(32).fill(0.1) as unknown as Float32Array],
  ])('blames the embedder for a vector %s', async (_name, vector) => {
    const embedder = {
      ...denseEmbedder(),
      embed: async (texts: readonly string[]) => texts.map(() => vector),
    }
    await expect(embedBatch(embedder, ['a', 'b'])).rejects.toMatchObject({ code: 'model_unavailable' })
  })

  it('brings vectors to unit length', async () => {
    const embedder = { ...denseEmbedder(), embed: async () => [new Float32Array(32).fill(5)] }
    const [[part] = []] = await embedBatch(embedder, ['a'])
    expect(part !== undefined && 'vector' in part && Math.hypot(...part.vector)).toBeCloseTo(1, 5)
  })

  it('stops when it is told to', async () => {
    const stop = new AbortController()
    const embedder = denseEmbedder({
      before: () => {
        stop.abort(new Error('enough'))
        throw new Error('interrupted')
      },
    })
    await expect(embedBatch(embedder, ['a', 'b'], stop.signal)).rejects.toThrow('enough')
    expect(embedder.calls).toHaveLength(1)
  })
})
