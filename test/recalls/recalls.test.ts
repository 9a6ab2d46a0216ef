import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { type Engine, type MemoryOptions, openMemory } from '../../src/index.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { steadyEnv } from '../transfer/stores.js'

const ABSENT = '01890000-0000-7000-8000-000000000000'

async function open(options: MemoryOptions = {}) {
  const home = await temporaryFolder()
  const engine = await openMemory({ home, durability: 'normal', zone: 'UTC', ...options })
  return { home, engine, ann: engine.as({ user: 'ann' }), agent: engine.as({ user: 'ann', agent: 'helper' }) }
}

async function fill(engine: Engine): Promise<string[]> {
  const ann = engine.as({ user: 'ann' })
  const ids: string[] = []
  for (const text of ['the garden gate is green', 'the garden wall is grey', 'Mia lives in Lisbon'])
    ids.push((await ann.capture({ text })).id)
  return ids
}

describe('a recall', () => {
  it('is kept with what was asked and how, and what came of it', async () => {
    const { engine, ann } = await open()
    await fill(engine)
    const found = await ann.search({ question: 'garden gate?', limit: 1, kinds: ['thought'], explain: true })
    const explained = await ann.explain({ recallId: found.recallId })
    expect(explained).toMatchObject({
      recallId: found.recallId,
      question: 'garden gate?',
      actor: 'user:ann',
      mode: 'measured',
      limit: 1,
      kinds: ['thought'],
      ranked: 2,
      missing: {},
    })
    const [hit] = found.hits
    expect(explained.hits).toMatchObject([
      { id: hit?.id, rank: 1, used: false, text: 'the garden gate is green' },
    ])
    // As the answer itself accounted for it.
    expect(explained.hits[0]?.score).toBeCloseTo(hit?.score ?? 0, 4)
    expect(explained.hits[0]?.account.layers).toMatchObject([{ layer: 'text', rank: 1, weight: 1, share: 1 }])
    expect(hit?.account?.layers).toMatchObject([{ layer: 'text', rank: 1, weight: 1, share: 1 }])
    await engine.close()
  })

  it('is there after the engine was closed, and in no list of another user', async () => {
    const { home, engine, ann } = await open()
    await fill(engine)
    const { recallId } = await ann.search({ question: 'garden' })
    await engine.close()
    const again = await openMemory({ home, zone: 'UTC' })
    expect((await again.as({ user: 'ann' }).recalls({})).recalls).toMatchObject([
      { recallId, question: 'garden', actor: 'user:ann', hits: 2, ranked: 2, used: 0 },
    ])
    const bob = again.as({ user: 'bob' })
    expect((await bob.recalls({})).recalls).toEqual([])
    const refusal = await bob.explain({ recallId }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'not_found' })
    await again.close()
  })

  it('is the latest one where none is named', async () => {
    const { engine, ann } = await open()
    await expect(ann.explain({})).rejects.toMatchObject({
      code: 'not_found',
      message: 'no search is remembered',
    })
    await fill(engine)
    for (const question of ['gate', 'wall']) await ann.search({ question })
    expect(await ann.explain({})).toMatchObject({ question: 'wall' })
    await engine.close()
  })

  it('of a user is no business of an agent, whose own the user may see', async () => {
    const { engine, ann, agent } = await open()
    await fill(engine)
    const { recallId: users } = await ann.search({ question: 'wall' })
    await expect(agent.explain({ recallId: users })).rejects.toMatchObject({ code: 'not_found' })
    await expect(agent.explain({})).rejects.toMatchObject({ code: 'not_found' })
    await expect(agent.used({ recallId: users, ids: [ABSENT] })).rejects.toMatchObject({ code: 'not_found' })
    const { recallId: agents } = await agent.search({ question: 'gate' })
    expect(await agent.explain({})).toMatchObject({ recallId: agents, question: 'gate' })
    expect(await ann.explain({ recallId: agents })).toMatchObject({ actor: 'agent:helper for ann' })
    for (const call of [agent.recalls({}), agent.clearRecalls({})])
      await expect(call).rejects.toMatchObject({ code: 'denied' })
    await engine.close()
  })

  it('is kept for 30 days', async () => {
    const env = steadyEnv()
    const { engine, ann } = await open({ env })
    await ann.search({ question: 'first' })
    env.advance(29 * 86_400_000)
    await ann.search({ question: 'second' })
    expect((await ann.recalls({})).recalls).toHaveLength(2)
    env.advance(2 * 86_400_000)
    await ann.search({ question: 'third' })
    expect((await ann.recalls({})).recalls.map(({ question }) => question)).toEqual(['third', 'second'])
    await engine.close()
  })

  it('is not kept where that is switched off', async () => {
    const { engine, ann } = await open({ recallLog: false })
    const [id = ''] = await fill(engine)
    const { recallId, hits } = await ann.search({ question: 'garden' })
    expect(hits).toHaveLength(2)
    await expect(ann.explain({ recallId })).rejects.toMatchObject({ code: 'not_found' })
    await expect(ann.used({ recallId, ids: [id] })).rejects.toMatchObject({ code: 'not_found' })
    expect(await ann.recalls({})).toEqual({ recalls: [], next: null, isKept: false })
    await engine.close()
  })

  it('is switched off by the environment too, which must say so clearly', async () => {
    process.env['RECOLLECT_RECALL_LOG'] = 'off'
    try {
      const { engine, ann } = await open()
      expect(await ann.recalls({})).toMatchObject({ isKept: false })
      await engine.close()
      process.env['RECOLLECT_RECALL_LOG'] = 'perhaps'
      await expect(open()).rejects.toMatchObject({ code: 'invalid_input' })
    } finally {
      delete process.env['RECOLLECT_RECALL_LOG']
    }
  })

  it('keeps any question, as far as it was asked', async () => {
    const { engine, ann } = await open()
    for (const question of ['', '*', 'a\u0000b', '\ud800', `${'long '.repeat(2_000)}😀`]) {
      const { recallId } = await ann.search({ question })
      const kept = (await ann.explain({ recallId })).question
      expect(kept.isWellFormed()).toBe(true)
      expect(kept.length).toBeLessThanOrEqual(4_096)
    }
    await engine.close()
  })
})

describe('used', () => {
  it('raises the counters of hits, once for each search however often it is said', async () => {
    const { engine, ann, agent } = await open()
    const [gate = '', wall = ''] = await fill(engine)
    const { recallId } = await agent.search({ question: 'garden' })
    expect(await agent.used({ recallId, ids: [gate, gate] })).toEqual({ recallId, used: [gate], refused: [] })
    expect(await agent.used({ recallId, ids: [gate, wall] })).toMatchObject({ refused: [] })
    expect(await ann.get({ id: gate })).toMatchObject({ useCount: 1, lastUsedAt: expect.any(String) })
    expect(await ann.get({ id: wall })).toMatchObject({ useCount: 1 })
    await ann.search({ question: 'garden gate' })
    await ann.used({ ids: [gate] })
    expect(await ann.get({ id: gate })).toMatchObject({ useCount: 2 })
    const { hits } = await ann.explain({ recallId })
    expect(hits.map(({ used }) => used)).toEqual([true, true])
    expect((await ann.recalls({})).recalls.map(({ used }) => used)).toEqual([1, 2])
    await engine.close()
  })

  it('takes hits of that search alone, and reports the others', async () => {
    const { engine, ann } = await open()
    const [gate = '', , mia = ''] = await fill(engine)
    const { recallId } = await ann.search({ question: 'garden' })
    expect(await ann.used({ recallId, ids: [mia, gate, ABSENT] })).toEqual({
      recallId,
      used: [gate],
      refused: [mia, ABSENT],
    })
    expect(await ann.get({ id: mia })).toMatchObject({ useCount: 0, lastUsedAt: null })
    expect(await ann.trace({ id: gate })).toMatchObject({ item: { useCount: 1 } })
    await engine.close()
  })
})

describe('used, where the store cannot be written', () => {
  it('fails, and says so', async () => {
    const { home, engine, ann } = await open({ busyTimeoutMs: 50 })
    const [gate = ''] = await fill(engine)
    const { recallId } = await ann.search({ question: 'garden' })
    await ann.recalls({})
    const writer = new BetterSqlite3(storeFile(home))
    writer.exec('begin immediate')
    await expect(ann.used({ recallId, ids: [gate] })).rejects.toMatchObject({ code: 'store_busy' })
    writer.exec('rollback')
    writer.close()
    expect(await ann.get({ id: gate })).toMatchObject({ useCount: 0 })
    expect(await ann.used({ recallId, ids: [gate] })).toMatchObject({ used: [gate] })
    expect(await ann.get({ id: gate })).toMatchObject({ useCount: 1 })
    await engine.close()
  })
})

describe('why an item was not found', () => {
  it('is told of a search that was made before', async () => {
    const { engine, ann } = await open()
    const [gate = '', wall = '', mia = ''] = await fill(engine)
    const { recallId } = await ann.search({ question: 'garden gate', limit: 1 })
    const about = async (id: string) => (await ann.explain({ recallId, id })).standing
    expect(await about(gate)).toMatchObject({ state: 'found', rank: 1, isAskedAgain: false })
    expect(await about(wall)).toMatchObject({ state: 'below_limit', rank: 2, isAskedAgain: true })
    expect(await about(mia)).toMatchObject({
      state: 'not_found',
      layers: [{ state: 'missing' }, { state: 'no_word' }, { state: 'no_name' }, { state: 'no_time' }],
    })
    await expect(about(ABSENT)).rejects.toMatchObject({ code: 'not_found' })
    await engine.close()
  })

  it('asks again as it was asked, without meaning where none was wanted', async () => {
    const { engine, ann } = await open()
    const [, , mia = ''] = await fill(engine)
    const vectorsOf = async (recallId: string) =>
      (await ann.explain({ recallId, id: mia })).standing?.layers.find(({ layer }) => layer === 'vectors')
    const without = await ann.search({ question: 'garden', meaning: false })
    expect(await vectorsOf(without.recallId)).toMatchObject({ why: 'words alone were asked for' })
    const found = await ann.search({ question: 'garden' })
    expect(await vectorsOf(found.recallId)).toMatchObject({ why: 'no embedder is in use' })
    await engine.close()
  })

  it('may be that it came later', async () => {
    const env = steadyEnv()
    const { engine, ann } = await open({ env })
    await fill(engine)
    const { recallId } = await ann.search({ question: 'garden' })
    env.advance(1)
    const { id } = await ann.capture({ text: 'the garden shed' })
    const { standing } = await ann.explain({ recallId, id })
    expect(standing).toMatchObject({ state: 'later', why: 'It was remembered after this search.' })
    await engine.close()
  })
})

describePostgres('on PostgreSQL', () => {
  it('recalls are kept, used, forgotten and cleared just so', async () => {
    const engine = await openMemory({ store: await newDatabase(), zone: 'UTC' })
    const ann = engine.as({ user: 'ann' })
    const [gate = ''] = await fill(engine)
    const { recallId, hits } = await ann.search({ question: 'what was said today?' })
    expect(hits).toHaveLength(3)
    expect(await ann.used({ recallId, ids: [gate, gate, ABSENT] })).toMatchObject({
      used: [gate],
      refused: [ABSENT],
    })
    await ann.used({ recallId, ids: [gate] })
    expect(await ann.get({ id: gate })).toMatchObject({ useCount: 1 })
    const explained = await ann.explain({ id: gate })
    expect(explained).toMatchObject({
      recallId,
      ranked: 3,
      standing: { state: 'found', isAskedAgain: false },
    })
    expect(explained.hits.filter(({ used }) => used)).toHaveLength(1)
    for (const question of ['a green fence', 'a brown fence']) await ann.search({ question })
    const questions = async () => (await ann.recalls({})).recalls.map(({ question }) => question)
    expect(await questions()).toHaveLength(3)
    const receipt = await ann.forget({ id: gate })
    expect(receipt).toMatchObject({ counts: { recall: 2, recall_use: 1 } })
    expect(await questions()).toEqual(['a brown fence'])
    expect(await ann.clearRecalls({})).toMatchObject({ recalls: 1, state: 'logical' })
    expect(await questions()).toEqual([])
    await engine.close()
  })

  it('a recall that is written while something is forgotten does not outlive it', async () => {
    const postgres = await newDatabase()
    const [one, other] = [await openMemory({ store: postgres }), await openMemory({ store: postgres })]
    const [here, there] = [one.as({ user: 'ann' }), other.as({ user: 'ann' })]
    for (let round = 0; round < 10; round++) {
      const { id } = await here.capture({ text: `the gate number${round}` })
      await there.search({ question: `who painted number${round}?` })
      // Both at once, in either order.
      await Promise.all([there.recalls({}), here.forget({ id })])
      const { recalls } = await here.recalls({})
      expect(recalls.filter(({ question }) => question.includes(`number${round}`))).toEqual([])
    }
    await other.close()
    await one.close()
  })
})
