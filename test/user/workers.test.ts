import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

async function open() {
  const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
  return { engine, ann: engine.as({ user: 'ann' }), helper: engine.as({ user: 'ann', worker: 'helper' }) }
}

describe('a worker', () => {
  it('keeps to itself what it remembers, until that is merged', async () => {
    const { engine, ann, helper } = await open()
    const { id } = await helper.capture({ text: 'The Lisbon office has 40 desks', tags: ['offices'] })
    await helper.capture({ text: 'a note of no use' })
    expect((await ann.search({ question: 'Lisbon desks' })).hits).toEqual([])
    expect((await ann.stats({})).items).toBe(0)
    await expect(ann.get({ id })).rejects.toMatchObject({ code: 'not_found' })

    const { merged } = await ann.merge({ from: 'helper', ids: [id] })
    expect(merged).toMatchObject([{ from: id, outcome: 'added' }])
    const { hits } = await ann.search({ question: 'Lisbon desks' })
    expect(hits).toMatchObject([
      { text: 'The Lisbon office has 40 desks', tags: ['offices'], origin: 'tool', trust: 'observed' },
    ])
    expect(await ann.trace({ id: merged[0]?.id ?? '' })).toMatchObject({
      copyOf: { bank: 'u/ann/worker/helper', id },
    })
    expect((await helper.stats({})).items).toBe(2)
    await engine.close()
  })

  it('is merged as a whole, with what came out of what, and a second time without effect', async () => {
    const { engine, ann, helper } = await open()
    const source = await helper.capture({ text: 'page one of the report' })
    await helper.capture({ text: 'the report is about desks', sources: [source.id] })
    const { merged } = await ann.merge({ from: 'helper', all: true })
    expect(merged.map(({ outcome }) => outcome)).toEqual(['added', 'added'])
    const derived = await ann.trace({ id: merged[1]?.id ?? '' })
    expect(derived.sources.map(({ text }) => text)).toEqual(['page one of the report'])
    const again = await ann.merge({ from: 'helper', all: true })
    expect(again.merged.map(({ outcome }) => outcome)).toEqual(['repeated', 'repeated'])
    await engine.close()
  })

  it('is merged with what came out of what, however many transactions that takes', async () => {
    const { engine, ann, helper } = await open()
    const source = await helper.capture({ text: 'page one of the report' })
    await Promise.all(Array.from({ length: 120 }, (_, i) => helper.capture({ text: `page ${i + 2}` })))
    await helper.capture({ text: 'the report is about desks', sources: [source.id] })
    const { merged } = await ann.merge({ from: 'helper', all: true })
    expect(merged).toHaveLength(122)
    const derived = await ann.trace({ id: merged.at(-1)?.id ?? '' })
    expect(derived.sources.map(({ text }) => text)).toEqual(['page one of the report'])
    await engine.close()
  })

  it('brings nothing back that its user has forgotten', async () => {
    const { engine, ann, helper } = await open()
    const own = await ann.capture({ text: 'the gate code is 4711' })
    await ann.forget({ id: own.id })
    await helper.capture({ text: 'the gate code is 4711' })
    expect((await ann.merge({ from: 'helper', all: true })).merged).toMatchObject([
      { id: null, outcome: 'forgotten' },
    ])
    expect((await ann.stats({})).items).toBe(0)
    await engine.close()
  })

  it('reads its own memory alone, unless it was given the main one too', async () => {
    const { engine, ann, helper } = await open()
    await ann.capture({ text: 'Mia lives in Lisbon' })
    expect((await helper.search({ question: 'Lisbon' })).hits).toEqual([])
    const trusted = engine.as({ user: 'ann', worker: 'helper', readsMain: true })
    expect((await trusted.search({ question: 'Lisbon' })).hits).toHaveLength(1)
    await expect(helper.merge({ from: 'helper', all: true })).rejects.toMatchObject({ code: 'denied' })
    await engine.close()
  })

  it('of another user cannot be merged', async () => {
    const { engine, helper } = await open()
    const { id } = await helper.capture({ text: 'a secret of ann' })
    const bob = engine.as({ user: 'bob' })
    await expect(bob.merge({ from: 'helper', ids: [id] })).rejects.toMatchObject({ code: 'not_found' })
    expect((await bob.merge({ from: 'helper', all: true })).merged).toEqual([])
    await engine.close()
  })

  it('leaves no trace of where it came from when a copy is forgotten, and takes it along in an archive', async () => {
    const { engine, ann, helper } = await open()
    await helper.capture({ text: 'The Lisbon office has 40 desks' })
    const { merged } = await ann.merge({ from: 'helper', all: true })
    const id = merged[0]?.id ?? ''
    let archive = ''
    for await (const chunk of (await ann.export({})).lines) archive += String(chunk)
    expect(archive).toContain('u/ann/worker/helper')
    const receipt = await ann.forget({ id })
    expect(receipt).toMatchObject({ state: 'physical', counts: { item_copy: 1 } })
    await engine.close()
  })
})
