import { describe, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/engine.js'
import type { MemoryOptions } from '../../src/memory-options.js'
import type { Embedder } from '../../src/model/embedder.js'
import { denseEmbedder } from '../embedding/dense-embedder.mjs'
import { settled } from '../embedding/open-embedding.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'

/** Words that mean the same have the same vector. */
const CONCEPTS: ReadonlyMap<string, string> = new Map([
  ['physician', 'doctor'],
  ['medic', 'doctor'],
  ['automobile', 'car'],
])

function knowing(name = 'test:concepts'): Embedder {
  const dense = denseEmbedder({ name, dimensions: 128 })
  return {
    ...dense,
    embed: (texts, as, signal) =>
      dense.embed(
        texts.map((text) => text.replace(/\w+/g, (word) => CONCEPTS.get(word) ?? word)),
        as,
        signal,
      ),
  }
}

describe('meaning, on SQLite', () => contract(async () => ({ home: await temporaryFolder() })))
describePostgres('meaning, on PostgreSQL', () => contract(async () => ({ store: await newDatabase() })))

function contract(place: () => Promise<MemoryOptions>): void {
  const open = async (embedder: Embedder, at: MemoryOptions): Promise<Engine> =>
    openMemory({ zone: 'UTC', embedder, ...at })

  it('finds what shares no word with the question, and says how near it is', async () => {
    const engine = await open(knowing(), await place())
    const ann = engine.as({ user: 'ann' })
    const { id } = await ann.capture({ text: 'physician' })
    for (const word of ['garden', 'violin', 'harbour']) await ann.capture({ text: word })
    await settled(engine)
    const { hits, missing } = await ann.search({ question: 'medic' })
    expect(missing.vectors).toBeUndefined()
    expect(hits[0]).toMatchObject({ id, layers: [{ layer: 'vectors', rank: 1 }] })
    const [reason] = hits[0]!.reasons
    expect(reason).toMatchObject({ kind: 'meaning' })
    expect((reason as { similarity: number }).similarity).toBeGreaterThan(0.99)
    await engine.close()
  })

  it('keeps to the kinds, phrases and exclusions of the question', async () => {
    const engine = await open(knowing(), await place())
    const ann = engine.as({ user: 'ann' })
    await ann.capture({ text: 'physician with a car' })
    await ann.import({ content: JSON.stringify({ role: 'user', content: 'physician with a bicycle' }) })
    await settled(engine)
    const textsOf = async (question: string, kinds?: 'turn'[]) =>
      (await ann.search({ question, ...(kinds === undefined ? {} : { kinds }) })).hits.map(({ text }) => text)
    expect(await textsOf('medic', ['turn'])).toEqual(['physician with a bicycle'])
    expect(await textsOf('medic -bicycle')).toEqual(['physician with a car'])
    expect(await textsOf('medic "with a car"')).toEqual(['physician with a car'])
    await engine.close()
  })

  it('shows no one the meaning of what is in the memory of another', async () => {
    const engine = await open(knowing(), await place())
    await engine.as({ user: 'bob' }).capture({ text: 'physician' })
    await engine.as({ user: 'ann' }).capture({ text: 'harbour' })
    await settled(engine)
    await settled(engine, 'bob')
    const { hits } = await engine.as({ user: 'ann' }).search({ question: 'medic' })
    expect(hits.map(({ text }) => text)).toEqual(['harbour'])
    await engine.close()
  })

  it('never finds again what was forgotten', async () => {
    const engine = await open(knowing(), await place())
    const ann = engine.as({ user: 'ann' })
    const { id } = await ann.capture({ text: 'physician' })
    await ann.capture({ text: 'harbour' })
    await settled(engine)
    expect((await ann.search({ question: 'medic' })).hits[0]?.id).toBe(id)
    await ann.forget({ id })
    const { hits, missing } = await ann.search({ question: 'medic' })
    expect(hits.map(({ text }) => text)).toEqual(['harbour'])
    expect(missing.vectors).toBeUndefined()
    await engine.close()
  })

  it('sees what another process has written', async () => {
    const at = await place()
    const reader = await open(knowing(), at)
    const writer = await open(knowing(), at)
    await writer.as({ user: 'ann' }).capture({ text: 'harbour' })
    await settled(writer)
    const ann = reader.as({ user: 'ann' })
    expect((await ann.search({ question: 'medic' })).hits).toHaveLength(1)
    await writer.as({ user: 'ann' }).capture({ text: 'physician' })
    await settled(writer)
    expect((await ann.search({ question: 'medic' })).hits[0]).toMatchObject({ text: 'physician' })
    await writer.close()
    await reader.close()
  })

  it('takes no part where the vectors are of another model, and says what to do; then it does', async () => {
    const at = await place()
    const before = await open(knowing(), at)
    await before.as({ user: 'ann' }).capture({ text: 'physician' })
    await settled(before)
    await before.close()
    const after = await open(knowing('test:later'), at)
    const { missing } = await after.as({ user: 'ann' }).search({ question: 'medic' })
    expect(missing.vectors).toMatch(/test:concepts 128d.*test:later 128d.*recollect embed --all/)
    await after.as({ user: 'ann' }).embed({ all: true })
    const again = await after.as({ user: 'ann' }).search({ question: 'medic' })
    expect(again.missing.vectors).toBeUndefined()
    expect(again.hits[0]).toMatchObject({ text: 'physician' })
    await after.close()
  })
}
