import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../src/model/embedder.js'
import { describeEachEngine } from '../each-engine.js'
import { temporaryFolder } from '../open-spine.js'
import { rowsOf } from '../store/rows-of.js'
import { denseEmbedder } from './dense-embedder.mjs'
import { closedGate, conversation, openEmbedding, settled, storedIn, withFile } from './open-embedding.js'

describeEachEngine('another model', (newPlace) => {
  it.each([
    ['of more dimensions', { name: 'test:other', dimensions: 48 }],
    ['of the same dimensions', { name: 'test:other' }],
  ])('%s is refused by name, words keep working, and no vector is lost (S13)', async (_name, other) => {
    const { home, ...place } = await newPlace()
    const stored = async () => (await rowsOf({ home, ...place })).get('embedding')
    const first = await openEmbedding(home, { ...place, embedder: denseEmbedder() })
    for (let i = 0; i < 5; i++) await first.as({ user: 'ann' }).capture({ text: `the garden in spring ${i}` })
    await first.close()
    const before = await stored()
    expect(before).toHaveLength(5)

    const embedder = denseEmbedder(other)
    const engine = await openEmbedding(home, { ...place, embedder })
    const ann = engine.as({ user: 'ann' })
    await ann.capture({ text: 'the garden in autumn' })
    const both = new RegExp(`${fingerprintOf(denseEmbedder().model)}.*${fingerprintOf(embedder.model)}`)
    expect(await settled(engine)).toMatchObject({
      state: 'stale',
      model: fingerprintOf(denseEmbedder().model),
      indexed: 5,
      pending: 1,
      reason: expect.stringMatching(both),
    })
    expect((await ann.search({ question: 'garden' })).hits).toHaveLength(6)
    await expect(ann.embed({})).rejects.toMatchObject({
      code: 'index_stale',
      message: expect.stringMatching(both),
      hint: 'run: recollect embed --all',
    })
    expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toMatchObject([
      { check: 'vector counters' },
    ])
    expect(await stored()).toEqual(before)
    expect(embedder.calls).toEqual([])

    expect(await ann.embed({ all: true })).toMatchObject({
      embedded: 6,
      pending: 0,
      model: fingerprintOf(embedder.model),
    })
    expect((await ann.stats({})).embedding).toMatchObject({ state: 'idle', indexed: 6, pending: 0 })
    // In hexadecimal.
    expect((await stored())?.map(({ vector }) => String(vector).length / 2)).toEqual(
      Array(6).fill(4 * embedder.model.dimensions),
    )
    expect((await ann.doctor({})).isHealthy).toBe(true)
    await engine.close()
  })
})

describe('another model, in a file', () => {
  it('goes on where a change of the model was broken off, and until then no vector is used', async () => {
    const home = await temporaryFolder()
    const first = await openEmbedding(home, { embedder: denseEmbedder() })
    await first.as({ user: 'ann' }).import({ content: conversation(300) })
    await settled(first)
    await first.close()
    const stop = new AbortController()
    const changing = await openEmbedding(home, { embedder: denseEmbedder({ name: 'test:other' }) })
    // The vectors of the one before go in pages: stopped after the first.
    const { tx } = await spyOnPages(home, stop)
    await expect(changing.as({ user: 'ann' }).embed({ all: true }, { signal: tx })).rejects.toThrow('stopped')
    await changing.close()
    const half = withFile(home, (db) => db.prepare('select model, next_model from embedding_bank').get())
    expect(half).toMatchObject({ model: '', next_model: expect.stringContaining('test:other') })

    const old = await openEmbedding(home, { embedder: denseEmbedder() })
    await old.as({ user: 'ann' }).capture({ text: 'one more' })
    expect(await settled(old)).toMatchObject({
      state: 'stale',
      reason: expect.stringContaining('make room for'),
    })
    await old.close()

    const engine = await openEmbedding(home, { embedder: denseEmbedder({ name: 'test:other' }) })
    await engine.as({ user: 'ann' }).search({ question: 'anything' })
    expect(await settled(engine)).toMatchObject({ state: 'idle', indexed: 301, pending: 0 })
    expect((await engine.as({ user: 'ann' }).doctor({})).isHealthy).toBe(true)
    await engine.close()
  })

  it('chosen by two at once is that of the later one: the other is told', async () => {
    const home = await temporaryFolder()
    const gate = closedGate()
    const slow = denseEmbedder({ name: 'test:slow', before: () => gate.opened })
    const first = await openEmbedding(home, { embedder: slow })
    await first.as({ user: 'ann' }).import({ content: conversation(20) })
    const overtaken = first.as({ user: 'ann' }).embed({ all: true })
    while (slow.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const second = await openEmbedding(home, { embedder: denseEmbedder() })
    expect(await second.as({ user: 'ann' }).embed({ all: true })).toMatchObject({ embedded: 20, pending: 0 })
    gate.open()
    await expect(overtaken).rejects.toMatchObject({ code: 'index_stale' })
    expect((await second.as({ user: 'ann' }).doctor({})).isHealthy).toBe(true)
    expect((await second.as({ user: 'ann' }).stats({})).embedding).toMatchObject({
      state: 'idle',
      indexed: 20,
    })
    await Promise.all([first.close(), second.close()])
  })

  it('is refused where the counters say that no vector is there, and a row says otherwise', async () => {
    const home = await temporaryFolder()
    const first = await openEmbedding(home, { embedder: denseEmbedder() })
    await first.as({ user: 'ann' }).capture({ text: 'the first' })
    await settled(first)
    await first.close()
    withFile(home, (db) => db.exec('update embedding_bank set indexed = 0, vectors = 0'))
    const engine = await openEmbedding(home, { embedder: denseEmbedder({ name: 'test:other' }) })
    await engine.as({ user: 'ann' }).capture({ text: 'the second' })
    await settled(engine)
    await expect(engine.as({ user: 'ann' }).embed({})).rejects.toMatchObject({ code: 'index_stale' })
    expect(storedIn(home)).toHaveLength(1)
    await engine.close()
  })

  it('is taken by a bank that holds no vector yet', async () => {
    const home = await temporaryFolder()
    const first = await openEmbedding(home, { embedder: denseEmbedder() })
    const { id } = await first.as({ user: 'ann' }).capture({ text: 'the only one' })
    await settled(first)
    await first.as({ user: 'ann' }).forget({ id, verify: false })
    await first.close()
    const engine = await openEmbedding(home, {
      embedder: denseEmbedder({ name: 'test:other', dimensions: 8 }),
    })
    await engine.as({ user: 'ann' }).capture({ text: 'another' })
    expect(await settled(engine)).toMatchObject({ state: 'idle', indexed: 1, pending: 0 })
    await engine.close()
  })
})

/** A signal that is aborted as soon as a page of old vectors is gone. */
async function spyOnPages(home: string, stop: AbortController): Promise<{ tx: AbortSignal }> {
  const count = () =>
    withFile(home, (db) => Number(db.prepare('select count(*) from embedding').pluck().get()))
  const all = count()
  const { throwIfAborted } = stop.signal
  return {
    tx: Object.assign(stop.signal, {
      throwIfAborted: () => {
        if (count() < all) stop.abort(new Error('stopped'))
        throwIfAborted.call(stop.signal)
      },
    }),
  }
}
