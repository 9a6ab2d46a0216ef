import { type BaseStore, InMemoryStore } from '@langchain/langgraph-checkpoint'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecollectStore } from '../../src/adapters/langgraph/index.js'
import { openEngine } from './open-engine.js'

const all = ['memory.read', 'memory.write', 'memory.forget'] as const

async function openStore() {
  const engine = await openEngine()
  const memory = engine.as({ user: 'ann', agent: 'graph', capabilities: all })
  return { engine, memory, store: new RecollectStore(memory) }
}

/** What a graph does with a store, and what it sees. */
async function script(store: BaseStore): Promise<unknown[]> {
  const seen: unknown[] = []
  const look = async (what: Promise<unknown>) => {
    seen.push(await what.then(plain, (error: Error) => error.name))
  }
  await look(store.get(['docs'], 'a'))
  await look(store.put(['docs'], 'a', { n: 1, tag: 'x', deep: { list: [1, null, 'é😀\n'] } }))
  await look(store.put(['docs', 'old'], 'b', { n: 2, tag: 'y', constructor: 'c' }))
  await look(store.put(['docs', 'old'], 'B', { n: 3, tag: 'x', text: 'upper case' }))
  await look(store.put(['docsother'], 'a', { n: '4' }))
  await look(store.put(['users', 'ann'], 'a/b #1', {}))
  await look(store.get(['docs'], 'a'))
  await look(store.get(['docs', 'old'], 'b'))
  await look(store.put(['docs'], 'a', { n: 10 }))
  await look(store.get(['docs'], 'a'))
  await look(store.search(['docs']))
  await look(store.search([]))
  await look(store.search(['docs'], { limit: 1, offset: 1 }))
  for (const filter of [
    { tag: 'x' },
    { tag: { $ne: 'x' } },
    { n: { $gt: 2, $lte: 10 } },
    { n: { $gte: 2, $lt: 10 } },
    { tag: { $eq: 'y' }, n: 2 },
    { n: { $in: [2, 3] } },
    { n: { $nin: [2, 3] } },
    { missing: undefined },
    { constructor: 'c' },
    { deep: { list: [] } },
    { "x') OR 1=1 --": 1 },
  ])
    await look(store.search([], { filter }))
  await look(store.listNamespaces())
  await look(store.listNamespaces({ prefix: ['docs'] }))
  await look(store.listNamespaces({ prefix: ['*', 'old'] }))
  await look(store.listNamespaces({ suffix: ['ann'] }))
  await look(store.listNamespaces({ maxDepth: 1 }))
  await look(store.listNamespaces({ limit: 1, offset: 1 }))
  await look(store.put([], 'a', {}))
  await look(store.put(['a.b'], 'a', {}))
  await look(store.put(['langgraph'], 'a', {}))
  await look(
    store.batch([
      { namespace: ['docs', 'old'], key: 'B' },
      { namespace: ['docs'], key: 'a', value: { n: 11 } },
      { namespace: ['docs'], key: 'a', value: { n: 12 } },
      { namespacePrefix: ['docs'], filter: { n: { $gt: 9 } } },
    ]),
  )
  await look(store.get(['docs'], 'a'))
  await look(store.delete(['docs', 'old'], 'b'))
  await look(store.delete(['docs', 'old'], 'nothing'))
  await look(store.get(['docs', 'old'], 'b'))
  await look(store.put(['docs', 'old'], 'b', { n: 2, tag: 'y', constructor: 'c' }))
  await look(store.get(['docs', 'old'], 'b'))
  return seen
}

/** Without times. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (name, one) => (/^(?:created|updated)At$/.test(name) ? undefined : one)),
  )
}

describe('the LangGraph store', () => {
  it('does what the store of LangGraph does, step by step', async () => {
    const { store } = await openStore()
    expect(await script(store)).toEqual(await script(new InMemoryStore()))
  })

  it('finds by words, best first, and what is not indexed only behind', async () => {
    const { store, engine, memory } = await openStore()
    await store.put(['notes'], '1', { text: 'the harbour pumps' })
    await store.put(['notes'], '2', { list: ['Mia\nmoved to Lisbon'] })
    await store.put(['notes'], '3', { text: 'Mia is in Lisbon as well' }, false)
    const found = await store.search(['notes'], { query: 'who moved to Lisbon?', limit: 3 })
    expect(found.map(({ key, score }) => [key, score !== undefined])).toEqual([
      ['2', true],
      ['1', false],
      ['3', false],
    ])
    const [record] = (await memory.recordRecall({ request: 'harbour pumps' })).records
    expect(record).toMatchObject({ description: 'the harbour pumps', trust: 'observed' })
    const bob = new RecollectStore(engine.as({ user: 'bob', agent: 'graph' }))
    expect(await bob.search([])).toEqual([])
    expect(await bob.get(['notes'], '1')).toBeNull()
    await expect(bob.search([], { filter: {} })).resolves.toEqual([])
  })

  it('refuses operators that there are not, and deletes only for who may forget', async () => {
    const { store, engine, memory } = await openStore()
    await store.put(['notes'], '1', { n: 1 })
    await expect(store.search([], { filter: { n: { $where: '1' } } })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    const careful = new RecollectStore(engine.as({ user: 'ann', agent: 'graph' }))
    await expect(careful.delete(['notes'], '1')).rejects.toMatchObject({ code: 'denied' })
    await careful.put(['notes'], '2', { n: 2 })
    const [two] = (await memory.recordList({})).records.filter(({ name }) => name.startsWith('notes/2 '))
    await memory.recordDelete({ which: two?.id ?? '' })
    await expect(careful.put(['notes'], '2', { n: 2 })).rejects.toMatchObject({ code: 'conflict' })
    await expect(store.put(['notes'], 'big', { text: 'x'.repeat(70_000) })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('gives any JSON object back as it was, under any key', async () => {
    const { store } = await openStore()
    const key = fc.string({ unit: 'binary', maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(
        key,
        fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue()),
        async (name, value) => {
          const json = JSON.parse(JSON.stringify(value))
          await store.put(['any', '名 前'], name, json)
          expect((await store.get(['any', '名 前'], name))?.value).toEqual(json)
        },
      ),
      { numRuns: 8 },
    )
  })

  it('loses no put of two at once, and sees what another store of the same user put', async () => {
    const { store, memory } = await openStore()
    const other = new RecollectStore(memory)
    await Promise.all([store.put(['a'], 'k', { n: 1 }), other.put(['a'], 'k', { n: 2 })])
    expect(await store.search(['a'])).toHaveLength(1)
    await other.put(['a'], 'k', { n: 3 })
    expect((await store.search(['a']))[0]?.value).toEqual({ n: 3 })
  })
})
