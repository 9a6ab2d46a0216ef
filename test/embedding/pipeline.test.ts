import { describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { MemoryError } from '../../src/errors.js'
import { temporaryFolder } from '../open-spine.js'
import { denseEmbedder } from './dense-embedder.mjs'
import { closedGate, conversation, openEmbedding, settled, storedIn } from './open-embedding.js'

const unavailable = () => new MemoryError('model_unavailable', 'nobody answers at 127.0.0.1')
/** A clock that only moves when it is told to. */
function handClock() {
  let ahead = 0
  const env = systemEnv()
  const forward = (ms: number) => {
    ahead += ms
  }
  return { env: { ...env, now: () => env.now() + ahead }, forward }
}

describe('what is captured', () => {
  it('gets its vector in the background, with who said it in front', async () => {
    const home = await temporaryFolder()
    const embedder = denseEmbedder()
    const engine = await openEmbedding(home, { embedder })
    const ann = engine.as({ user: 'ann' })
    await ann.capture({ text: 'Mia moved to Lisbon' })
    await ann.import({ content: conversation(2) })
    expect(await settled(engine)).toMatchObject({
      state: 'idle',
      indexed: 3,
      pending: 0,
      queued: 0,
      reason: null,
    })
    expect(embedder.calls.flat().sort()).toEqual([
      'Ann: turn number 0',
      'Ann: turn number 1',
      'Mia moved to Lisbon',
    ])
    const [first] = storedIn(home)
    expect(first).toMatchObject({ body: 'Mia moved to Lisbon', part: 0, problem: null, bank: 'u/ann/main' })
    const numbers = new Float32Array(new Uint8Array(first?.vector ?? []).buffer)
    expect([...numbers]).toEqual([
      ...((await denseEmbedder().embed(['Mia moved to Lisbon'], 'passage'))[0] ?? []),
    ])
    await engine.close()
  })

  it('is embedded once, however often it is said', async () => {
    const home = await temporaryFolder()
    const embedder = denseEmbedder()
    const engine = await openEmbedding(home, { embedder })
    for (let i = 0; i < 3; i++) await engine.as({ user: 'ann' }).capture({ text: 'the same again' })
    await settled(engine)
    await engine.as({ user: 'ann' }).embed({})
    expect(embedder.calls.flat()).toEqual(['the same again'])
    await engine.close()
  })

  it('is never more than the queue holds: the rest is dropped, counted, and found again', async () => {
    const home = await temporaryFolder()
    const gate = closedGate()
    const engine = await openEmbedding(home, { embedder: denseEmbedder({ before: () => gate.opened }) })
    const ann = engine.as({ user: 'ann' })
    await ann.capture({ text: 'the first goes to the embedder at once' })
    await Promise.all(Array.from({ length: 300 }, (_, i) => ann.capture({ text: `note ${i}` })))
    const { embedding } = await ann.stats({})
    expect(embedding).toMatchObject({ state: 'working', indexed: 0, pending: 301 })
    expect(embedding.queued).toBeLessThanOrEqual(256)
    expect(embedding.dropped).toBeGreaterThan(0)
    gate.open()
    expect(await settled(engine)).toMatchObject({ indexed: 301, pending: 0, queued: 0 })
    await engine.close()
  })

  it('by one user waits for no import of another', async () => {
    const home = await temporaryFolder()
    const gate = closedGate()
    const embedder = denseEmbedder({ before: () => gate.opened })
    const engine = await openEmbedding(home, { embedder })
    const [ann, bob] = [engine.as({ user: 'ann' }), engine.as({ user: 'bob' })]
    await ann.import({ content: conversation(400) })
    await bob.import({ content: conversation(40, (i) => `said to Bob ${i}`) })
    gate.open()
    await settled(engine, 'bob')
    expect((await bob.stats({})).embedding.pending).toBe(0)
    expect((await ann.stats({})).embedding.pending).toBeGreaterThan(200)
    await engine.close()
  })

  it('is drained when the store is closed', async () => {
    const home = await temporaryFolder()
    const engine = await openEmbedding(home, { embedder: denseEmbedder() })
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => engine.as({ user: 'ann' }).capture({ text: `note ${i}` })),
    )
    await engine.close()
    expect(storedIn(home)).toHaveLength(40)
  })

  it('stays pending where the embedder hangs: closing does not', async () => {
    const home = await temporaryFolder()
    const embedder = denseEmbedder({ before: () => new Promise(() => undefined) })
    const engine = await openEmbedding(home, { embedder })
    await engine.as({ user: 'ann' }).capture({ text: 'waits' })
    await engine.close()
    expect(storedIn(home)).toEqual([])
    const again = await openEmbedding(home, { embedder: denseEmbedder() })
    await again.as({ user: 'ann' }).search({ question: 'anything' })
    expect(await settled(again)).toMatchObject({ indexed: 1, pending: 0 })
    await again.close()
  })

  it('by others, is left for another time when the store is closed', async () => {
    const home = await temporaryFolder()
    const blind = await openEmbedding(home, { embedder: 'off' })
    await blind.as({ user: 'ann' }).import({ content: conversation(40) })
    await blind.close()
    const signals: (AbortSignal | undefined)[] = []
    const embedder = denseEmbedder({
      before: (_texts, signal) => {
        signals.push(signal)
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    const engine = await openEmbedding(home, { embedder })
    await engine.as({ user: 'ann' }).search({ question: 'anything' })
    while (signals.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const closing = engine.close()
    expect(signals[0]?.aborted).toBe(true)
    await closing
    expect(storedIn(home)).toEqual([])
  })

  it('by a process without an embedder, is found when one with it is used', async () => {
    const home = await temporaryFolder()
    const without = await openEmbedding(home, { embedder: 'off' })
    await without.as({ user: 'ann' }).capture({ text: 'captured blind' })
    await without.as({ user: 'ann' }).import({ content: conversation(3) })
    expect((await without.as({ user: 'ann' }).stats({})).embedding).toMatchObject({
      state: 'off',
      pending: 4,
    })
    await without.close()
    const engine = await openEmbedding(home, { embedder: denseEmbedder() })
    await engine.as({ user: 'ann' }).thoughts({})
    expect(await settled(engine)).toMatchObject({ indexed: 4, pending: 0 })
    await engine.close()
  })

  it('is no reason to ask the embedder where nothing is pending', async () => {
    const home = await temporaryFolder()
    const embedder = denseEmbedder()
    const engine = await openEmbedding(home, { embedder })
    await engine.as({ user: 'ann' }).search({ question: 'anything' })
    await settled(engine)
    expect(embedder.calls).toEqual([])
    await engine.close()
  })
})

describe('a text that cannot be embedded', () => {
  it('fails alone: thirty-one others of its batch do not (S15)', async () => {
    const home = await temporaryFolder()
    const long = '中'.repeat(25_000)
    const tooMany = (text: string) =>
      [...text].reduce((sum, char) => sum + (char > '\u2fff' ? 2 : 0.25), 0) > 64
    const embedder = denseEmbedder({
      maxTokens: 128,
      before: (texts) => {
        if (texts.some(tooMany))
          throw new MemoryError('too_large', 'the input is longer than the model reads')
      },
    })
    const engine = await openEmbedding(home, { embedder })
    const ann = engine.as({ user: 'ann' })
    await ann.import({
      content: conversation(32, (i) => (i === 17 ? `${long} the tail` : `short text ${i}`)),
    })
    expect(await settled(engine)).toMatchObject({ indexed: 32, failed: 0, pending: 0 })
    const rows = storedIn(home)
    expect(rows.every(({ vector }) => vector !== null)).toBe(true)
    // Parted until the embedder took it, to the last word.
    expect(rows.filter(({ body }) => body.startsWith(long)).length).toBeGreaterThan(700)
    expect(embedder.calls.flat().some((text) => text.endsWith('the tail'))).toBe(true)
    await engine.close()
  })

  it('is recorded as failed when the embedder refuses it and no other, and tried again when asked', async () => {
    const home = await temporaryFolder()
    let isPoisonous = true
    const embedder = denseEmbedder({
      before: (texts) => {
        if (isPoisonous && texts.some((text) => text.includes('poison'))) throw unavailable()
      },
    })
    const engine = await openEmbedding(home, { embedder })
    const ann = engine.as({ user: 'ann' })
    await ann.import({ content: conversation(32, (i) => (i === 5 ? 'poison' : `short text ${i}`)) })
    expect(await settled(engine)).toMatchObject({ state: 'idle', indexed: 31, failed: 1, pending: 0 })
    expect(storedIn(home).filter(({ problem }) => problem !== null)).toMatchObject([
      { body: 'poison', part: 0, vector: null, problem: 'refused' },
    ])
    isPoisonous = false
    expect(await ann.embed({})).toMatchObject({ embedded: 1, failed: 0, pending: 0 })
    expect((await ann.stats({})).embedding).toMatchObject({ indexed: 32, failed: 0 })
    await engine.close()
  })

  it('is skipped where its letters are none that the model knows', async () => {
    const home = await temporaryFolder()
    const embedder = denseEmbedder({ languages: 'english' })
    const engine = await openEmbedding(home, { embedder })
    const ann = engine.as({ user: 'ann' })
    for (const text of [
      '我们讨论了部署方案',
      'Мы говорили о развёртывании',
      'an English note',
      '42',
      'café 中',
    ])
      await ann.capture({ text })
    expect(await settled(engine)).toMatchObject({ indexed: 3, skipped: 2, failed: 0, pending: 0 })
    expect(embedder.calls.flat().sort()).toEqual(['42', 'an English note', 'café 中'])
    expect(await ann.embed({})).toMatchObject({ embedded: 0, skipped: 0, pending: 0 })
    await engine.close()
  })

  it('is not blamed for an embedder that answers nonsense', async () => {
    const home = await temporaryFolder()
    const embedder = { ...denseEmbedder(), embed: async () => [new Float32Array(3)] }
    const engine = await openEmbedding(home, { embedder })
    await engine.as({ user: 'ann' }).capture({ text: 'innocent' })
    expect(await settled(engine)).toMatchObject({
      state: 'unavailable',
      failed: 0,
      pending: 1,
      reason: expect.stringContaining('3 numbers instead of 32'),
    })
    await engine.close()
  })
})

describe('an embedder that cannot be reached', () => {
  it('leaves everything pending, is left alone for a while, and goes on when it is back', async () => {
    const home = await temporaryFolder()
    const clock = handClock()
    let isDown = true
    const embedder = denseEmbedder({
      before: () => {
        if (isDown) throw unavailable()
      },
    })
    const engine = await openEmbedding(home, { embedder, env: clock.env })
    const ann = engine.as({ user: 'ann' })
    await ann.capture({ text: 'first' })
    expect(await settled(engine)).toMatchObject({
      state: 'unavailable',
      pending: 1,
      failed: 0,
      queued: 0,
      reason: 'nobody answers at 127.0.0.1',
    })
    const asked = embedder.calls.length
    await ann.capture({ text: 'second' })
    await settled(engine)
    expect(embedder.calls).toHaveLength(asked)
    isDown = false
    clock.forward(60_000)
    await ann.search({ question: 'anything' })
    expect(await settled(engine)).toMatchObject({ state: 'idle', indexed: 2, pending: 0, reason: null })
    await engine.close()
  })

  it('fails a call that needs it, with what to do', async () => {
    const home = await temporaryFolder()
    const engine = await openEmbedding(home, {
      embedder: denseEmbedder({ before: () => Promise.reject(unavailable()) }),
    })
    await engine.as({ user: 'ann' }).capture({ text: 'first' })
    await expect(engine.as({ user: 'ann' }).embed({})).rejects.toMatchObject({ code: 'model_unavailable' })
    await engine.close()
    const off = await openEmbedding(home, { embedder: 'off' })
    await expect(off.as({ user: 'ann' }).embed({})).rejects.toMatchObject({
      code: 'model_unavailable',
      hint: expect.stringContaining('docs/embedders.md'),
    })
    await off.close()
  })
})

describe('a text that is forgotten', () => {
  it('while it is at the embedder does not come back', async () => {
    const home = await temporaryFolder()
    const gate = closedGate()
    const embedder = denseEmbedder({ before: () => gate.opened })
    const engine = await openEmbedding(home, { embedder })
    const ann = engine.as({ user: 'ann' })
    const { id } = await ann.capture({ text: 'soon forgotten' })
    await ann.capture({ text: 'stays' })
    while (embedder.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await ann.forget({ id, verify: false })
    gate.open()
    expect(await settled(engine)).toMatchObject({ indexed: 1, pending: 0 })
    expect(storedIn(home)).toMatchObject([{ body: 'stays' }])
    await engine.close()
  })

  it('takes all of its vectors along, and the receipt says how many', async () => {
    const home = await temporaryFolder()
    const engine = await openEmbedding(home, { embedder: denseEmbedder() })
    const ann = engine.as({ user: 'ann' })
    const { id } = await ann.capture({ text: 'a long text of many words. '.repeat(60) })
    await ann.capture({ text: 'stays' })
    await settled(engine)
    const parts = storedIn(home).length - 1
    expect(parts).toBeGreaterThan(3)
    expect(await ann.forget({ id })).toMatchObject({ state: 'physical', counts: { embedding: parts } })
    expect(storedIn(home)).toMatchObject([{ body: 'stays' }])
    expect((await ann.stats({})).embedding).toMatchObject({ indexed: 1, failed: 0, skipped: 0, pending: 0 })
    expect((await ann.doctor({})).isHealthy).toBe(true)
    await engine.close()
  })
})

describe("another user's stats", () => {
  it('show nothing of it: neither that it works, nor how much, nor on what it failed', async () => {
    const home = await temporaryFolder()
    const gate = closedGate()
    const embedder = denseEmbedder({
      before: async (texts) => {
        await gate.opened
        throw new Error(`cannot embed ${texts.join()}`)
      },
    })
    const engine = await openEmbedding(home, { embedder })
    const [ann, bob] = [engine.as({ user: 'ann' }), engine.as({ user: 'bob' })]
    await Promise.all(Array.from({ length: 300 }, (_, i) => bob.capture({ text: `SECRET ${i}` })))
    expect((await bob.stats({})).embedding).toMatchObject({ state: 'working', pending: 300 })
    const nothing = { state: 'idle', queued: 0, indexed: 0, failed: 0, dropped: 0, pending: 0, reason: null }
    expect((await ann.stats({})).embedding).toMatchObject(nothing)
    gate.open()
    expect(await settled(engine, 'bob')).toMatchObject({ state: 'unavailable', pending: 300 })
    const { embedding } = await ann.stats({})
    expect(embedding).toEqual({ ...embedding, ...nothing, state: 'unavailable', reason: expect.any(String) })
    expect(embedding.reason).not.toContain('SECRET')
    await engine.close()
  })
})

describe('two processes on one bank', () => {
  it('make no vector twice, and leave nothing pending', async () => {
    const home = await temporaryFolder()
    const blind = await openEmbedding(home, { embedder: 'off' })
    await blind.as({ user: 'ann' }).import({ content: conversation(200) })
    await blind.close()
    const slowly = { before: () => new Promise<void>((resolve) => setImmediate(resolve)) }
    const engines = await Promise.all(
      [1, 2].map(() => openEmbedding(home, { embedder: denseEmbedder(slowly) })),
    )
    await Promise.all(engines.map((engine) => engine.as({ user: 'ann' }).search({ question: 'anything' })))
    await Promise.all(
      engines.map(async (engine, n) => {
        for (let i = 0; i < 20; i++) await engine.as({ user: 'ann' }).capture({ text: `note ${i} of ${n}` })
      }),
    )
    await Promise.all(engines.map((engine) => settled(engine)))
    await Promise.all(engines.map((engine) => engine.as({ user: 'ann' }).embed({})))
    const [one] = engines
    expect((await one?.as({ user: 'ann' }).stats({}))?.embedding).toMatchObject({ indexed: 240, pending: 0 })
    expect(storedIn(home)).toHaveLength(240)
    expect((await one?.as({ user: 'ann' }).doctor({}))?.isHealthy).toBe(true)
    await Promise.all(engines.map((engine) => engine.close()))
  })
})
