import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/index.js'
import type { Spine } from '../../src/items/spine.js'
import { write } from '../../src/items/write.js'
import { sql } from '../../src/store/sql.js'
import { column } from '../../src/store/statement.js'
import { addThoughts, prepareThought } from '../../src/user/thoughts.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'

let engine: Engine
let users = 0
let memory: Memory
beforeAll(async () => {
  engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
})
afterAll(() => engine.close())
const fresh = () => {
  memory = engine.as({ user: `user${++users}` })
  return memory
}

describe('the tags of a note', () => {
  it('come back with it, as they were given and in that order', async () => {
    const { id } = await fresh().capture({ text: 'water the plants', tags: ['Zuhause', '#garden', 'GARDEN'] })
    expect(await memory.get({ id })).toMatchObject({ tags: ['Zuhause', 'garden'] })
    const { hits } = await memory.search({ question: 'plants' })
    expect(hits[0]).toMatchObject({ id, tags: ['Zuhause', 'garden'] })
    const derived = await memory.capture({ text: 'plants need water', sources: [id] })
    const trace = await memory.trace({ id: derived.id })
    expect([trace.item.tags, trace.sources[0]?.tags]).toEqual([[], ['Zuhause', 'garden']])
  })

  it('are only those that were said: a hash in the text stays text', async () => {
    const { id } = await fresh().capture({ text: 'fix issue #3 before #release' })
    expect(await memory.get({ id })).toMatchObject({ text: 'fix issue #3 before #release', tags: [] })
  })

  it('grow when the note is captured again, and none is lost', async () => {
    const first = await fresh().capture({ text: 'call Mia', tags: ['phone'] })
    const again = await memory.capture({ text: 'call Mia', tags: ['Phone', 'friends'] })
    expect(again).toEqual({ id: first.id, outcome: 'repeated', facts: [] })
    await memory.capture({ text: 'call Mia' })
    expect((await memory.get({ id: first.id })).tags).toEqual(['phone', 'friends'])
  })

  it('are at most 32, over all its captures', async () => {
    const tags = Array.from({ length: 32 }, (_, i) => `tag ${i}`)
    const { id } = await fresh().capture({ text: 'much tagged', tags })
    await memory.capture({ text: 'much tagged', tags: ['TAG 1'] })
    await expect(memory.capture({ text: 'much tagged', tags: ['one more'] })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('at most 32'),
    })
    expect((await memory.get({ id })).tags).toEqual(tags)
  })

  it('refused, nothing is kept', async () => {
    await expect(fresh().capture({ text: 'never', tags: ['fine', '  '] })).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('64 characters'),
    })
    expect((await memory.stats({})).items).toBe(0)
  })

  it('are counted, most used first, as they were given last', async () => {
    await fresh().capture({ text: 'one', tags: ['work', 'home'] })
    await memory.capture({ text: 'two', tags: ['Work'] })
    expect((await memory.stats({})).tags).toEqual([
      { tag: 'Work', notes: 2 },
      { tag: 'home', notes: 1 },
    ])
  })

  it('go with it, and come back only when they are said again', async () => {
    const { id } = await fresh().capture({ text: 'a secret', tags: ['one', 'two'] })
    expect(await memory.forget({ id, verify: false })).toMatchObject({ counts: { thought_tag: 2 } })
    const again = await memory.capture({ text: 'a secret', tags: ['three'], again: true })
    expect((await memory.get({ id: again.id })).tags).toEqual(['three'])
  })
})

describe('many thoughts at once', () => {
  it('are added with their tags; repeats gain what they lack', async () => {
    const spine = await openSpine(await temporaryFolder())
    const draft = (text: string, tags: string[]) =>
      prepareThought(spine, ann, { text, tags, origin: 'import', occurredAt: null })
    const add = (drafts: ReturnType<typeof draft>[]) =>
      write(spine, ann, 'memory.import', 'memory.write', function* body() {
        const result = yield* addThoughts(spine, ann, drafts)
        return { result, effect: { ids: [], counts: {} } }
      })
    const outcomes = await add([draft('one', ['a']), draft('two', []), draft('one', ['b', 'A'])])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['added', 'added', 'repeated'])
    expect(await tagsIn(spine)).toEqual(['a', 'b'])
    await spine.store.close()
  })
})

function tagsIn(spine: Spine): Promise<string[]> {
  return spine.store.query(
    column<string>(sql`select tag from thought_tag where bank = ${ann.writes} order by rid`),
  )
}
