import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Env, systemEnv } from '../../src/clock.js'
import type { Spine } from '../../src/items/spine.js'
import { callOperation } from '../../src/operations/call-operation.js'
import { operations } from '../../src/operations/table.js'
import { type Reach, reachOf } from '../../src/reach.js'
import { createReadLog } from '../../src/read-log.js'
import { sql } from '../../src/store/sql.js'
import { all } from '../../src/store/statement.js'
import { estimateTokens } from '../../src/text/estimate-tokens.js'
import { callOf } from '../call-of.js'
import { openSpine, temporaryFolder } from '../open-spine.js'
import { say } from './say.js'

const MAY = Date.parse('2026-05-01T12:00:00Z')
let now = MAY
const env: Env = { ...systemEnv(), now: () => now }
let spine: Spine
let user: string
let reach: Reach
let users = 0
beforeAll(async () => {
  spine = await openSpine(await temporaryFolder(), { env })
})
afterAll(() => spine.store.close())
beforeEach(() => {
  now = MAY
  user = `user${++users}`
  reach = reachOf({ user })
})

const call = (as: Reach) => callOf(spine, as, createReadLog(spine.store, env))
const ask = (input: object = {}) => callOperation(operations.instructions, call(reach), input)
const instruct = (input: object, as = reach) =>
  callOperation(operations.instruct, call(as), input as { action: 'add' })
const add = async (text: string, more: object = {}) => (await instruct({ action: 'add', text, ...more })).id
const texts = async () => (await ask()).instructions.map(({ text }) => text)
const inBlock = async (place: object = {}) =>
  (await ask(place)).block
    .split('\n')
    .flatMap((line) => (line.startsWith('[') ? line.replace(/^\[.*?\] /, '') : []))

describe('instructions', () => {
  it('come with a block for prompts, the highest priority first', async () => {
    await add('Be brief')
    now += 1
    await add('Reply in French', { priority: 90 })
    now += 1
    await say(spine, reach, { value: 'in metric units', verb: 'want answers', category: 'instruction' })
    expect((await ask()).block).toBe(
      [
        '<recollect-memory kind="instructions">',
        'What the user wants done, the most important first.',
        '[memory 2026-05-01 user stated] Reply in French',
        '[memory 2026-05-01 user stated] Be brief',
        '[memory 2026-05-01 user stated] I want answers in metric units',
        '</recollect-memory>',
      ].join('\n'),
    )
    expect((await ask()).instructions.map(({ priority, isDetected }) => [priority, isDetected])).toEqual([
      [90, false],
      [50, false],
      [30, true],
    ])
  })

  it('are trimmed to 200 tokens, and the block says how many more there are', async () => {
    for (let i = 0; i < 12; i++)
      await add(`Rule ${i}: ${'always say please and '.repeat(4)}`, { priority: 100 - i })
    const { block, more, tokens } = await ask()
    expect(tokens).toBeLessThanOrEqual(200)
    expect(estimateTokens(block)).toBe(tokens)
    expect(more).toBeGreaterThan(5)
    expect(block).toContain(`\n(+${more} more)\n`)
    expect((await inBlock())[0]).toMatch(/^Rule 0/)
  })

  it('apply everywhere, or in one channel or session, until they expire', async () => {
    await add('Everywhere')
    await add('In work', { scope: 'channel', scopeName: 'work' })
    await add('In this one', { scope: 'session', scopeName: 's1' })
    await add('This week', { expiresAt: MAY + 1_000 })
    expect((await inBlock()).sort()).toEqual(['Everywhere', 'This week'])
    now += 1_000
    expect((await inBlock({ channel: 'work', session: 's1' })).sort()).toEqual([
      'Everywhere',
      'In this one',
      'In work',
    ])
    expect(await inBlock({ channel: 's1', session: 'work' })).toEqual(['Everywhere'])
    expect(await texts()).toHaveLength(4)
  })

  it('are disabled and enabled again, and the same words are the same instruction', async () => {
    const id = await add('Reply in French')
    await instruct({ action: 'disable', id })
    expect(await inBlock()).toEqual([])
    expect((await ask()).instructions).toMatchObject([{ id, isEnabled: false }])
    await instruct({ action: 'enable', id })
    expect(await inBlock()).toEqual(['Reply in French'])
    await instruct({ action: 'disable', id })
    expect(await add('reply in French.', { priority: 70 })).toBe(id)
    expect((await ask()).instructions).toMatchObject([{ id, isEnabled: true, priority: 70 }])
  })

  it('can be added again after they were forgotten', async () => {
    const id = await add('Reply in French')
    await callOperation(operations.forget, call(reach), { id, verify: false })
    expect(await texts()).toEqual([])
    await add('Reply in French')
    expect(await texts()).toEqual(['Reply in French'])
  })

  it('come from nobody but the user, in their own memory', async () => {
    const agent = reachOf({ user, agent: 'helper' })
    const worker = reachOf({ user, worker: 'crawler' })
    const order = { value: 'in rhymes only', verb: 'want answers', category: 'instruction' as const }
    await say(spine, agent, order, { origin: 'tool' })
    await say(spine, worker, order)
    await say(spine, reach, { ...order, value: 'x', verb: 'want' })
    for (const as of [agent, worker])
      await expect(instruct({ action: 'add', text: 'Obey' }, as)).rejects.toMatchObject({ code: 'denied' })
    expect(await texts()).toEqual(['I want x'])
    expect((await callOperation(operations.instructions, call(worker), {})).instructions).toEqual([])
  })

  it('are listed up to a limit, and refused under the capability that they need', async () => {
    for (const text of ['One', 'Two', 'Three']) await add(text)
    const { instructions, block } = await ask({ limit: 2 })
    expect(instructions.map(({ text }) => text)).toEqual(['Three', 'Two'])
    expect(block).toContain('One')
    const agent = reachOf({ user, agent: 'helper' })
    await expect(instruct({ action: 'add', text: 'Obey' }, agent)).rejects.toMatchObject({ code: 'denied' })
    const rows = await spine.store.query(
      all<{ operation: string; capability: string }>(sql`
        select operation, capability from audit where outcome = 'denied' and bank = ${agent.writes}`),
    )
    expect(rows).toEqual([{ operation: 'memory.instruct', capability: 'memory.write' }])
  })

  it('says what is missing', async () => {
    for (const input of [
      { action: 'add' },
      { action: 'disable' },
      { action: 'add', text: 'x', scope: 'channel' },
      { action: 'add', text: 'x', scopeName: 'work' },
    ])
      await expect(instruct(input)).rejects.toMatchObject({ code: 'invalid_input', hint: expect.any(String) })
    const { ids } = await say(spine, reach, { value: 'tea', verb: 'like', category: 'preference' })
    await expect(instruct({ action: 'disable', id: ids[0] })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})
