import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

let engine: Engine
beforeAll(async () => {
  engine = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
})
afterAll(() => engine.close())

describe('banks', () => {
  it("shows a user's own, also before anything was kept in it", async () => {
    const { banks, next } = await engine.as({ user: 'Zoë' }).banks({})
    expect(banks).toEqual([
      {
        bank: 'u/%5ao%c3%ab/main',
        kind: 'user',
        owner: 'Zoë',
        items: 0,
        sessions: 0,
        words: 0,
        since: null,
        changedAt: null,
        may: ['read', 'write', 'forget'],
      },
    ])
    expect(next).toBeNull()
  })

  it('tells how much it holds, since when and until when', async () => {
    const ann = engine.as({ user: 'ann' })
    const { id } = await ann.capture({ text: 'three words here' })
    await ann.import({ content: JSON.stringify({ role: 'user', content: 'two words' }) })
    const before = (await ann.banks({})).banks[0]
    expect(before).toMatchObject({ owner: 'ann', items: 2, sessions: 1, words: 5, since: expect.any(String) })
    await ann.forget({ id, verify: false })
    await ann.get({ id }).catch(() => undefined)
    const after = (await ann.banks({})).banks[0]
    expect(after).toMatchObject({ items: 1, words: 2, since: before?.since })
    const { rows } = await ann.auditLog({ operation: 'forget' })
    expect(after?.changedAt).toBe(rows[0]?.at)
  })

  it('tells an agent what it may do there', async () => {
    const agent = engine.as({ user: 'ann', agent: 'helper' })
    expect((await agent.banks({})).banks).toMatchObject([{ owner: 'ann', may: ['read', 'write'] }])
  })

  it('shows all of them, page by page, to the administrator', async () => {
    for (const user of ['b', 'c', 'd']) await engine.as({ user }).capture({ text: 'a note' })
    const administrator = engine.as({ user: 'ann', administrator: true })
    const owners: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const page: Awaited<ReturnType<typeof administrator.banks>> = await administrator.banks({
        all: true,
        limit: 2,
        after,
      })
      owners.push(...page.banks.map(({ owner }) => owner))
      for (const { owner, may } of page.banks)
        expect(may).toEqual(owner === 'ann' ? ['read', 'write', 'forget'] : [])
      after = page.next
    }
    expect(owners).toEqual(['ann', 'b', 'c', 'd'])
    expect((await administrator.banks({})).banks).toHaveLength(1)
  })

  it('refuses all of them to everyone else, and keeps the refusal', async () => {
    for (const who of [{ user: 'eve' }, { user: 'eve', agent: 'helper' }])
      await expect(engine.as(who).banks({ all: true })).rejects.toMatchObject({
        code: 'denied',
        hint: expect.any(String),
      })
    const { rows } = await engine.as({ user: 'eve' }).auditLog({ operation: 'banks' })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['denied', 'denied'])
    expect((await engine.as({ user: 'eve' }).banks({})).banks[0]).toMatchObject({ items: 0, changedAt: null })
  })
})
