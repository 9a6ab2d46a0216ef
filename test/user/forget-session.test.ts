import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

const lines = (session: string, n: number) =>
  Array.from({ length: n }, (_, i) =>
    JSON.stringify({ role: 'user', content: `${session} says word${i} of ${session}`, session }),
  ).join('\n')

describe('forgetting a conversation', () => {
  it('takes every turn of it, and its name, and nothing of another', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
    const ann = engine.as({ user: 'ann' })
    // More than one transaction takes.
    await ann.import({ content: [lines('deploys', 300), lines('garden', 5)].join('\n') })
    const plan = await ann.forget({ session: 'deploys', preview: true })
    expect(plan.preview && plan.items.length).toBe(200)
    const receipt = await ann.forget({ session: 'deploys' })
    expect(receipt).toMatchObject({ state: 'physical', counts: { item: 300, session: 1 } })
    expect(await ann.stats({})).toMatchObject({ items: 5, sessions: 1 })
    expect((await ann.search({ question: 'deploys' })).hits).toEqual([])
    expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    await expect(ann.forget({ session: 'deploys' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(engine.as({ user: 'bob' }).forget({ session: 'garden' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await engine.close()
  })

  it('takes no other whose title is the name of the first', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
    const ann = engine.as({ user: 'ann' })
    const titled = {
      uuid: 'a1',
      name: 'deploys',
      chat_messages: [
        { uuid: 'm1', sender: 'human', text: 'of another', created_at: '2026-02-03T10:00:00Z' },
      ],
    }
    await ann.import({ content: JSON.stringify([titled]), format: 'claude-ai' })
    // As many as the pages hold: the last of them goes before it is known to be the last.
    await ann.import({ content: lines('deploys', 256) })
    expect(await ann.stats({})).toMatchObject({ items: 257, sessions: 2 })
    await ann.forget({ session: 'deploys', verify: false })
    expect(await ann.stats({})).toMatchObject({ items: 1, sessions: 1 })
    await engine.close()
  })

  it('wants to be told exactly one thing', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
    const ann = engine.as({ user: 'ann' })
    await expect(ann.forget({})).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(
      ann.forget({ session: 'a', id: '00000000-0000-4000-8000-000000000000' }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
    await engine.close()
  })
})
