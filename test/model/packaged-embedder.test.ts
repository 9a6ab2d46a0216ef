import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { isEmbedder } from '../../src/model/embedder-source.js'
import {
  createPackagedEmbedder,
  type PackagedEmbedder,
  type PackagedOptions,
} from '../../src/model/packaged-embedder.js'

const engine = pathToFileURL(join(import.meta.dirname, 'scripted-engine.mjs')).href

const open: PackagedEmbedder[] = []
afterEach(() => Promise.all(open.splice(0).map((embedder) => embedder.close())))

function create(options: PackagedOptions = {}): PackagedEmbedder {
  const embedder = createPackagedEmbedder({ packages: [engine, engine], ...options })
  open.push(embedder)
  return embedder
}

/** The scripted engine answers how many texts it had read: the order. */
const turnOf = (vectors: readonly Float32Array[]) => vectors.map(([turn]) => turn)

describe('the packaged model', () => {
  it('knows what words mean', async () => {
    const embedder = createPackagedEmbedder()
    open.push(embedder)
    const [dog, puppy, database] = await embedder.embed(['a dog', 'a puppy', 'a database'], 'passage')
    if (!dog || !puppy || !database) throw new Error('a vector is missing')
    expect(dog).toHaveLength(embedder.model.dimensions)
    expect(dot(dog, dog)).toBeCloseTo(1, 5)
    expect(dot(dog, puppy)).toBeGreaterThan(0.7)
    expect(dot(dog, puppy) - dot(dog, database)).toBeGreaterThan(0.3)
  })
})

describe('the thread of the packaged model', () => {
  it('is started by the first text, and not before', async () => {
    const changes: boolean[] = []
    const embedder = create({ onChange: (isLoaded) => changes.push(isLoaded) })
    expect(embedder.isLoaded()).toBe(false)
    await embedder.embed(['one'], 'passage')
    expect(embedder.isLoaded()).toBe(true)
    await embedder.close()
    expect(changes).toEqual([true, false])
  })

  it('reads a question before passages that came first', async () => {
    const embedder = create()
    await embedder.embed(['warm'], 'passage')
    const passages = embedder.embed(['a', 'b', 'c', 'd'], 'passage')
    const question = embedder.embed(['?'], 'question')
    const first = turnOf(await question)[0] ?? 0
    const turns = turnOf(await passages)
    // What is being read is read to its end; nothing else comes before the question.
    expect(turns.filter((turn) => (turn ?? 0) < first).length).toBeLessThanOrEqual(1)
    expect(turns).toEqual([...turns].sort((a = 0, b = 0) => a - b))
  })

  it('gives up what was aborted, and reads the rest', async () => {
    const embedder = create()
    const controller = new AbortController()
    const given = embedder.embed(['a', 'b', 'c'], 'passage', controller.signal)
    const kept = embedder.embed(['d'], 'passage')
    controller.abort(new Error('too late'))
    await expect(given).rejects.toThrow('too late')
    expect(await kept).toHaveLength(1)
    await expect(embedder.embed(['e'], 'passage', controller.signal)).rejects.toThrow('too late')
  })

  it('fails one call for a text that the engine refuses, without quoting it', async () => {
    const embedder = create()
    const refused = embedder.embed(['a', 'refuse'], 'passage')
    const other = embedder.embed(['b'], 'passage')
    await expect(refused).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.not.stringContaining('Mia'),
    })
    expect(await other).toHaveLength(1)
  })

  it.each(['die', 'trap'])('starts anew after its end (%s)', async (text) => {
    const embedder = create()
    const calls = await Promise.allSettled([
      embedder.embed([text], 'passage'),
      embedder.embed(['waits'], 'passage'),
    ])
    expect(calls.map(({ status }) => status)).toContain('rejected')
    for (const call of calls) {
      if (call.status === 'rejected') expect(call.reason).toMatchObject({ code: 'model_unavailable' })
    }
    expect(turnOf(await embedder.embed(['again'], 'passage'))).toEqual([2])
  })

  it('says which packages to install where they are not', async () => {
    const embedder = create({ packages: ['@recollect/none', '@recollect/none'] })
    const answer = await embedder.load()
    expect(isEmbedder(answer)).toBe(false)
    expect(answer).toMatchObject({ off: expect.stringContaining('npm install @lat.md/embed @lat.md/') })
    await expect(embedder.embed(['a'], 'passage')).rejects.toMatchObject({ code: 'model_unavailable' })
  })

  it('says so where the model cannot be loaded, and tries again', async () => {
    const embedder = create({ packages: [engine, `${engine}?load=fail`] })
    for (const attempt of [embedder.load(), embedder.embed(['a'], 'passage')]) {
      await expect(attempt).rejects.toMatchObject({
        code: 'model_unavailable',
        message: expect.stringMatching(/^the packaged model could not be loaded \(RangeError\)$/),
      })
    }
  })

  it('says so where the thread dies while it is loading', async () => {
    const embedder = create({ packages: [engine, `${engine}?load=die`] })
    await expect(embedder.load()).rejects.toMatchObject({ code: 'model_unavailable' })
    await expect(embedder.embed(['a'], 'passage')).rejects.toMatchObject({ code: 'model_unavailable' })
    expect(embedder.isLoaded()).toBe(false)
  })

  it('is put away when nobody asks, and comes back', async () => {
    let putAway: () => void = () => undefined
    const gone = new Promise<void>((resolve) => {
      putAway = resolve
    })
    const embedder = create({ idleMs: 1, onChange: (isLoaded) => isLoaded || putAway() })
    await embedder.embed(['a'], 'passage')
    await gone
    expect(embedder.isLoaded()).toBe(false)
    expect(turnOf(await embedder.embed(['b'], 'passage'))).toEqual([2])
  })

  it('rejects what waits when it is closed, and all that comes later', async () => {
    const embedder = create()
    const waits = embedder.embed(['a'], 'passage')
    await Promise.all([expect(waits).rejects.toMatchObject({ code: 'model_unavailable' }), embedder.close()])
    await expect(embedder.embed(['b'], 'passage')).rejects.toThrow('closed')
    await expect(embedder.load()).rejects.toThrow('closed')
  })
})

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
