import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { type Engine, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { fixture } from './read-entries.js'

const env = systemEnv()
let time: string | undefined
let users = 0
let engine: Engine

beforeAll(async () => {
  engine = await openMemory({
    home: await temporaryFolder(),
    durability: 'normal',
    zone: 'UTC',
    embedder: 'off',
    env: { ...env, now: () => (time === undefined ? env.now() : Date.parse(time)) },
  })
})

afterAll(() => engine.close())

/** A memory of its own. `now`: when hooks and imports run. */
function someone(now?: string) {
  time = now
  users += 1
  return engine.as({ user: `user${users}` })
}

const ID = '9b2e7f10-4c55-4a1d-8e21-5f6a7b8c9d0e'
const session = fixture(`claude-code/-home-ann-harbour/${ID}.jsonl`)
const agent = fixture(`claude-code/-home-ann-harbour/${ID}/subagents/agent-a748733.jsonl`)
const prompt = { type: 'message' as const, role: 'user' as const, text: 'Add the lock times of Glückstadt.' }

describe('a session that its hooks keep', () => {
  it('is left out of an import, with its sub-agents, and told', async () => {
    const memory = someone('2026-03-05T08:00:01Z')
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
  })

  it('is taken in as far as it went before there were hooks', async () => {
    const memory = someone('2026-03-05T08:01:30Z')
    await memory.transcriptAppend({ session: `claude-code/${ID}`, events: [prompt] })
    const report = await memory.import({ content: session })
    const late = report.leftOut.find(({ reason }) => reason.startsWith('of a session'))?.count ?? 0
    expect([report.added > 0, late > 0, report.added + late]).toEqual([true, true, 12])
    expect(Date.parse(report.lastAt ?? '')).toBeLessThan(Date.parse('2026-03-05T08:00:30Z'))
    // Another user's hooks are no concern of this one.
    expect(await someone().import({ content: session })).toMatchObject({ added: 12 })
  })
})

describe('a chat that was imported without saying who is who', () => {
  it.each([
    ['slack/general/2026-03-04.json', 'Ann', 'new times'],
    ['telegram/result.json', 'Ann', 'ropes'],
    ['discord/Sailors - knots [222].json', 'ann', 'mooring'],
    ['whatsapp-iphone.txt', 'Ann', 'sail'],
  ])('becomes the user’s when it is told, in %s, and stays theirs', async (name, me, question) => {
    const memory = someone()
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
  })
})

it('is as old in the list of sessions as what happened in it, whatever has no time', async () => {
  const memory = someone('2026-11-30T12:00:00Z')
  await memory.transcriptAppend({ session: 'in summer', events: [{ ...prompt, at: '2026-07-01T08:00:00Z' }] })
  await memory.import({ content: session })
  await memory.transcriptAppend({ session: 'in winter', events: [{ ...prompt, at: '2026-01-01T08:00:00Z' }] })
  await memory.transcriptAppend({ session: 'now', events: [prompt] })
  const listed = []
  for (let before: string | undefined; ; ) {
    const { sessions, next } = await memory.transcriptSessions({ limit: 2, before })
    listed.push(...sessions.map(({ session: name, firstAt, lastAt }) => [name, firstAt, lastAt]))
    if (next === null) break
    before = next
  }
  expect(listed).toEqual([
    ['now', '2026-11-30T12:00:00Z', '2026-11-30T12:00:00Z'],
    ['in summer', '2026-07-01T08:00:00Z', '2026-07-01T08:00:00Z'],
    ['harbour 9b2e7f10', '2026-03-05T08:00:00Z', expect.stringMatching(/^2026-03-05T/)],
    ['in winter', '2026-01-01T08:00:00Z', '2026-01-01T08:00:00Z'],
  ])
})
