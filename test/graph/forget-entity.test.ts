import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

async function open() {
  const engine = await openMemory({ home: await temporaryFolder(), embedder: 'off', zone: 'UTC' })
  return { engine, me: engine.as({ user: 'ann' }) }
}

type Me = Awaited<ReturnType<typeof open>>['me']

const idOf = async (me: Me, name: string) => (await me.graph({ name })).entities[0]?.id as string
const textsOf = async (me: Me) => (await me.thoughts({ limit: 200 })).items.map(({ text }) => text).sort()

describe('forgetting an entity', () => {
  it('takes what names it in full also where no rule read anything out of it', async () => {
    const { engine, me } = await open()
    await me.capture({ text: 'Sam Lee works at Acme.' })
    await me.capture({ text: 'Had lunch with SAM  LEE, he was rude.' })
    await me.capture({ text: 'Sam was here, and so was Samantha Leech.' })
    const entity = await idOf(me, 'Sam Lee')
    const plan = await me.forget({ entity, preview: true })
    expect(plan).toMatchObject({ preview: true, isComplete: true })
    expect(await me.forget({ entity })).toMatchObject({ state: 'physical' })
    expect(await textsOf(me)).toEqual(['Sam was here, and so was Samantha Leech.'])
    await engine.close()
  })

  it('finds names that are written without spaces', async () => {
    const { engine, me } = await open()
    await me.graphWrite({ action: 'add_entity', name: '王小明', type: 'person' })
    await me.capture({ text: '昨天和王小明吃饭了' })
    await me.capture({ text: '今天下雨' })
    await me.forget({ entity: await idOf(me, '王小明'), verify: false })
    expect(await textsOf(me)).toEqual(['今天下雨'])
    await engine.close()
  })

  it('leaves what merely holds a short name, or a word that is the name of a topic', async () => {
    const { engine, me } = await open()
    await me.graphWrite({ action: 'add_entity', name: 'Apollo', type: 'project' })
    await me.graphWrite({ action: 'add_entity', name: 'machine learning', type: 'topic' })
    await me.capture({ text: 'Apollo was a god, and machine learning is hard.' })
    await me.forget({ entity: await idOf(me, 'Apollo'), verify: false })
    await me.forget({ entity: await idOf(me, 'machine learning'), verify: false })
    expect(await textsOf(me)).toEqual(['Apollo was a god, and machine learning is hard.'])
    await engine.close()
  })

  it('takes a name where it is clear, and tells the ids where it is not', async () => {
    const { engine, me } = await open()
    await me.capture({ text: 'Sam Lee works at Acme.' })
    await me.capture({ text: 'Sam Fox works at Initech.' })
    const [lee, fox] = [await idOf(me, 'Sam Lee'), await idOf(me, 'Sam Fox')]
    const refused = await me.forget({ entity: 'Sam', preview: true }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'conflict', hint: expect.stringContaining(`Sam Lee: ${lee}`) })
    expect(refused).toMatchObject({ hint: expect.stringContaining(`Sam Fox: ${fox}`) })
    await expect(me.forget({ entity: 'Nobody Known' })).rejects.toMatchObject({ code: 'not_found' })
    await me.forget({ entity: 'sam lee', verify: false })
    expect(await textsOf(me)).toEqual(['Sam Fox works at Initech.'])
    await engine.close()
  })

  it('refuses the user, who is in no item and in all', async () => {
    const { engine, me } = await open()
    await me.capture({ text: 'I live in Lisbon.' })
    const entity = await idOf(me, 'you')
    const refused = { code: 'invalid_input', hint: expect.stringContaining('memory.clear') }
    await expect(me.forget({ entity })).rejects.toMatchObject(refused)
    await expect(me.forget({ entity: 'me' })).rejects.toMatchObject(refused)
    await expect(me.forget({ entity, preview: true })).rejects.toMatchObject(refused)
    await expect(me.forget({ entity: '0198a1b2-0000-7000-8000-000000000000' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await engine.close()
  })

  it('shows a fact that two of the items hold among what goes, and says when it does not show all', async () => {
    const { engine, me } = await open()
    const one = await me.capture({ text: 'Sam Lee works at Acme.' })
    await me.capture({ text: 'Sam Lee works at Acme, they say.' })
    const entity = await idOf(me, 'Sam Lee')
    const plan = await me.forget({ entity, preview: true })
    if (!plan.preview) throw new Error('forgotten')
    expect(plan.items.map(({ id }) => id)).toContain(one.facts[0])
    for (let index = 0; index < 201; index++) await me.capture({ text: `Sam Lee waved ${index} times.` })
    const long = await me.forget({ entity, preview: true })
    expect(long).toMatchObject({ isComplete: false })
    const receipt = await me.forget({ entity, verify: false })
    if (receipt.preview) throw new Error('not forgotten')
    expect(receipt.ids.length).toBeGreaterThan(203)
    expect(await textsOf(me)).toEqual([])
    await engine.close()
  })
})
