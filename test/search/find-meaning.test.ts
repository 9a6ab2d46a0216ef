import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/engine.js'
import type { Embedder } from '../../src/model/embedder.js'
import { settled } from '../embedding/open-embedding.js'
import { createHashEmbedder } from '../hash-embedder.js'
import { temporaryFolder } from '../open-spine.js'

/** A memory with two notes that are embedded, whose embedder then answers questions as it is told to. */
async function withEmbedder(answer: (inner: Embedder, ...call: Parameters<Embedder['embed']>) => unknown) {
  const inner = createHashEmbedder()
  const embedder: Embedder = {
    ...inner,
    embed: async (texts, as, signal) =>
      as === 'passage'
        ? inner.embed(texts, as, signal)
        : ((await answer(inner, texts, as, signal)) as Float32Array[]),
  }
  const engine = await openMemory({ home: await temporaryFolder(), zone: 'UTC', embedder })
  const ann = engine.as({ user: 'ann' })
  for (const text of ['the garden gate is green', 'the harbour is closed']) await ann.capture({ text })
  await settled(engine)
  return { engine, ann }
}

describe('the meaning of a question', () => {
  it.each<[string, () => unknown, string]>([
    [
      'fails, quoting the question',
      () => Promise.reject(new Error('cannot embed: garden gate')),
      'the embedder failed',
    ],
    ['answers nothing', () => [], 'the embedder answered with something else than a Float32Array'],
    [
      'answers another length',
      () => [Float32Array.of(1, 0)],
      'the embedder answered with a vector of 2 numbers instead of 64',
    ],
    ['never answers', () => new Promise(() => undefined), 'the embedder did not answer in time'],
  ])('is missing where the embedder %s, and words answer', async (_what, answer, reason) => {
    const { engine, ann } = await withEmbedder(answer)
    const { hits, missing } = await ann.search({ question: 'garden gate' })
    expect(hits.map(({ text }) => text)).toEqual(['the garden gate is green'])
    expect(missing.vectors).toBe(reason)
    await engine.close()
  })

  it('is compared in unit length, whatever length the embedder gives it', async () => {
    const { engine, ann } = await withEmbedder(async (inner, ...call) =>
      (await inner.embed(...call)).map((vector) => vector.map((value) => value * 7)),
    )
    const { hits } = await ann.search({ question: 'the garden gate is green' })
    expect(hits[0]?.reasons).toContainEqual({ kind: 'meaning', similarity: expect.closeTo(1, 5) })
    await engine.close()
  })

  it('is that of its words, not of what it excludes, nor of its quotes', async () => {
    const asked: string[] = []
    const { engine, ann } = await withEmbedder((inner, ...call) => {
      asked.push(call[0][0]!.trim().replaceAll(/\s+/g, ' '))
      return inner.embed(...call)
    })
    await ann.search({ question: 'which gate -harbour -"in winter" "is green"' })
    expect(asked).toEqual(['which gate is green'])
    expect((await ann.search({ question: '***' })).missing.vectors).toBe(
      'the question has no word to look for',
    )
    expect(asked).toHaveLength(1)
    await engine.close()
  })

  it('of texts that were not embedded yet is counted as pending', async () => {
    let isOpen = true
    const inner = createHashEmbedder({
      before: () => (isOpen ? undefined : Promise.reject(new Error('closed'))),
    })
    const engine = await openMemory({ home: await temporaryFolder(), zone: 'UTC', embedder: inner })
    const ann = engine.as({ user: 'ann' })
    await ann.capture({ text: 'the garden gate is green' })
    await settled(engine)
    expect(await ann.search({ question: 'garden' })).toMatchObject({ pending: 0, missing: {} })
    isOpen = false
    await ann.capture({ text: 'the harbour is closed' })
    await settled(engine)
    isOpen = true
    expect(await ann.search({ question: 'garden' })).toMatchObject({ pending: 1, missing: {} })
    expect((await ann.search({ question: 'garden', meaning: false })).pending).toBe(0)
    await engine.close()
  })

  it('counts for nothing where it is no nearer than chance', async () => {
    const { engine, ann } = await withEmbedder(async (inner, ...call) =>
      (await inner.embed(...call)).map((vector) => vector.map((value) => -value)),
    )
    const { hits } = await ann.search({ question: 'garden gate' })
    expect(hits.map(({ text }) => text)).toEqual(['the garden gate is green'])
    expect(hits[0]?.reasons.map(({ kind }) => kind)).not.toContain('meaning')
    await engine.close()
  })

  it('is no longer waited for when the caller gives up', async () => {
    const { engine, ann } = await withEmbedder(() => new Promise(() => undefined))
    const stop = new AbortController()
    const search = ann.search({ question: 'gate', meaning: true }, { signal: stop.signal })
    stop.abort(new Error('no longer needed'))
    await expect(search).rejects.toThrow('no longer needed')
    // Given up before it was asked: what the embedder does then is nobody's error.
    await expect(ann.search({ question: 'gate' }, { signal: stop.signal })).rejects.toThrow(
      'no longer needed',
    )
    await engine.close()
  })

  it('finds the few that are wanted behind many that are nearer', async () => {
    const { engine, ann } = await withEmbedder((inner, ...call) => inner.embed(...call))
    const { id } = await ann.capture({ text: 'anchor rope and other things' })
    const turns = Array.from({ length: 300 }, (_, i) =>
      JSON.stringify({ role: 'user', content: `anchor rope ${i % 7}`, session: 'boats', id: `${i}` }),
    )
    await ann.import({ content: turns.join('\n') })
    await settled(engine)
    const { hits } = await ann.search({ question: 'anchor rope', kinds: ['thought'] })
    expect(hits[0]?.id).toBe(id)
    expect(hits[0]?.layers.map(({ layer }) => layer)).toContain('vectors')
    await engine.close()
  })
})
