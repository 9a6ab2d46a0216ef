import { describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { fixture } from './read-entries.js'

/** `now`: when hooks and imports run. */
async function openAnn(now?: string) {
  const env = systemEnv()
  const engine = await openMemory({
    home: await temporaryFolder(),
    durability: 'normal',
    zone: 'UTC',
    embedder: 'off',
    ...(now === undefined ? {} : { env: { ...env, now: () => Date.parse(now) } }),
  })
  return { engine, memory: engine.as({ user: 'ann' }) }
}

const ID = '9b2e7f10-4c55-4a1d-8e21-5f6a7b8c9d0e'
const session = fixture(`claude-code/-home-ann-harbour/${ID}.jsonl`)
const agent = fixture(`claude-code/-home-ann-harbour/${ID}/subagents/agent-a748733.jsonl`)
const prompt = { type: 'message' as const, role: 'user' as const, text: 'Add the lock times of Glückstadt.' }

describe('a session that its hooks keep', () => {
  it('is left out of an import, with its sub-agents, and told', async () => {
    const { engine, memory } = await openAnn('2026-03-05T08:00:01Z')
    await memory.transcriptAppend({ session: `claude-code/${ID}`, channel: 'coding-agent', events: [prompt] })
    for (const content of [session, agent]) {
      const dry = await memory.import({ content, dryRun: true })
      const report = await memory.import({ content })
      expect(report).toMatchObject({ messages: 0, events: 0, added: 0, sessions: 0 })
      expect(report.leftOut).toContainEqual({
        reason: 'of a session that its hooks keep',
        count: content === session ? 12 : 4,
      })
      expect(dry).toEqual({ ...report, dryRun: true })
    }
    expect(await memory.stats({})).toMatchObject({ items: 1, sessions: 1 })
    await engine.close()
  })

  it('is taken in as far as it went before there were hooks', async () => {
    const { engine, memory } = await openAnn('2026-03-05T08:01:30Z')
    await memory.transcriptAppend({ session: `claude-code/${ID}`, events: [prompt] })
    const report = await memory.import({ content: session })
    const late = report.leftOut.find(({ reason }) => reason.startsWith('of a session'))?.count ?? 0
    expect([report.added > 0, late > 0, report.added + late]).toEqual([true, true, 12])
    expect(Date.parse(report.lastAt ?? '')).toBeLessThan(Date.parse('2026-03-05T08:00:30Z'))
    // Another user's hooks are no concern of this one.
    expect(await engine.as({ user: 'ben' }).import({ content: session })).toMatchObject({ added: 12 })
    await engine.close()
  })
})

describe('a chat that was imported without saying who is who', () => {
  it.each([
    ['slack/general/2026-03-04.json', 'Ann', 'new times'],
    ['telegram/result.json', 'Ann', 'ropes'],
    ['discord/Sailors - knots [222].json', 'ann', 'mooring'],
    ['whatsapp-iphone.txt', 'Ann', 'sail'],
  ])('becomes the user’s when it is told, in %s, and stays theirs', async (name, me, question) => {
    const { engine, memory } = await openAnn()
    const people = [{ id: 'U0ANN', names: ['Ann'] }]
    const input = { content: fixture(name), name, people }
    const first = await memory.import(input)
    const mine = { ...input, me, asMine: true }
    const whose = async () => {
      const [hit] = (await memory.search({ question })).hits
      return [hit?.origin, hit?.trust, hit?.turn?.role]
    }
    expect(await whose()).toEqual(['import', 'observed', 'contact'])
    const again = { added: 0, repeated: first.added }
    expect(await memory.import({ ...mine, dryRun: true })).toMatchObject(again)
    expect(await memory.import(mine)).toMatchObject(again)
    expect(await whose()).toEqual(['user', 'stated', 'user'])
    expect(await memory.import(input)).toMatchObject(again)
    expect(await whose()).toEqual(['user', 'stated', 'user'])
    await engine.close()
  })
})
