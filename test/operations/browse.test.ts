import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Env, systemEnv } from '../../src/clock.js'
import { type Engine, type Memory, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

const DAY = 86_400_000
let now = Date.parse('2026-03-02T09:00:00+01:00')
const env: Env = { ...systemEnv(), now: () => now }
let engine: Engine
let ann: Memory
const ids: string[] = []
let lisbon = ''
let assemblyId = ''
let answered: Awaited<ReturnType<Memory['promptAssemble']>>

beforeAll(async () => {
  const home = await temporaryFolder()
  engine = await openMemory({ home, durability: 'normal', zone: 'Europe/Berlin', embedder: 'off', env })
  ann = engine.as({ user: 'ann' })
  const say = async (text: string, tags?: string[]) => {
    const { id, facts } = await ann.capture({ text, ...(tags === undefined ? {} : { tags }) })
    ids.push(id)
    now += 3 * DAY
    return facts
  }
  lisbon = (await say('I live in Lisbon.', ['home']))[0] ?? ''
  await say('Sarah Chen works at Acme.', ['team'])
  await say('I live in Porto.', ['home'])
  await say('Tea with Sarah Chen on Friday, at the HARBOUR.', ['team', 'tea'])
  await engine.as({ user: 'ann', agent: 'helper' }).capture({ text: 'The build takes nine minutes.' })
  const message = (text: string) => ({ type: 'message' as const, role: 'user' as const, text })
  await ann.transcriptAppend({
    session: 'talk',
    events: [
      message('Where do I live?'),
      { type: 'tool_call', tool: 'bash', text: 'ls' },
      message('I live in Faro.'),
    ],
  })
  const { recallId, hits } = await ann.search({ question: 'where do I live?' })
  await ann.used({ recallId, ids: [hits[0]?.id ?? ''] })
  answered = await ann.promptAssemble({ session: 'talk', ask: 'Where do I live?' })
  assemblyId = answered.assemblyId ?? ''
})
afterAll(() => engine.close())

const texts = async (input: Parameters<Memory['items']>[0]) =>
  (await ann.items(input)).items.map(({ text }) => text)

it('lists items by kind, source, tag, entity, session, text and time', async () => {
  expect(await texts({ kinds: ['thought'] })).toEqual([
    'The build takes nine minutes.',
    'Tea with Sarah Chen on Friday, at the HARBOUR.',
    'I live in Porto.',
    'Sarah Chen works at Acme.',
    'I live in Lisbon.',
  ])
  expect(await texts({ kinds: ['thought'], origins: ['tool'] })).toEqual(['The build takes nine minutes.'])
  expect(await texts({ kinds: ['thought'], trusts: ['stated'], order: 'oldest', limit: 1 })).toEqual([
    'I live in Lisbon.',
  ])
  expect(await texts({ tags: ['team'], contains: 'harbour' })).toEqual([
    'Tea with Sarah Chen on Friday, at the HARBOUR.',
  ])
  expect(await texts({ entity: 'Sarah Chen', kinds: ['thought'] })).toHaveLength(2)
  expect(await texts({ entity: 'Nobody' })).toEqual([])
  // What a tool was called with is no memory.
  expect(await texts({ session: 'talk', order: 'oldest', kinds: ['turn'] })).toEqual([
    'Where do I live?',
    'I live in Faro.',
  ])
  expect(await texts({ statuses: ['superseded'] })).toEqual(['I live in Porto', 'I live in Lisbon'])
  expect(await texts({ kinds: ['thought'], since: '2026-03-04', until: '2026-03-07' })).toEqual([
    'Sarah Chen works at Acme.',
  ])
})

it('comes in pages that make the whole list, in either order, whatever is added or forgotten between them', async () => {
  for (const order of ['newest', 'oldest'] as const) {
    for (const filter of [{}, { contains: 'i' }, { entity: 'you' }, { session: 'talk' }]) {
      const whole = (await ann.items({ ...filter, order, limit: 200 })).items.map(({ id }) => id)
      const paged: string[] = []
      let after: string | undefined
      do {
        const page = await ann.items({
          ...filter,
          order,
          limit: 2,
          ...(after === undefined ? {} : { after }),
        })
        paged.push(...page.items.map(({ id }) => id))
        after = page.next ?? undefined
      } while (after !== undefined)
      expect([order, filter, paged]).toEqual([order, filter, whole])
    }
  }
  const user = engine.as({ user: 'walker' })
  const made: string[] = []
  for (let n = 0; n < 6; n++) {
    made.push((await user.capture({ text: `note ${n}` })).id)
    now += 1_000
  }
  const first = await user.items({ limit: 2 })
  await user.forget({ id: made[4] ?? '', verify: false })
  await user.forget({ id: made[2] ?? '', verify: false })
  const second = await user.items({ limit: 10, after: first.next ?? '' })
  expect(second.items.map(({ text }) => text)).toEqual(['note 3', 'note 1', 'note 0'])
  await expect(ann.items({ after: 'x' })).rejects.toMatchObject({ code: 'invalid_input' })
})

it('tells what held before a fact, what that rested on, and how it changed', async () => {
  const { key, active, values } = await ann.history({ id: lisbon })
  expect(key).toBe('user.location')
  expect(values.map(({ item, until }) => [item.fact?.value, until === null])).toEqual([
    ['Lisbon', false],
    ['Porto', false],
    ['Faro', true],
  ])
  expect(active).toBe(values[2]?.item.id)
  expect(values[1]?.from).toBe(values[0]?.until)
  expect(values[1]?.sources.map(({ text }) => text)).toEqual(['I live in Porto.'])
  expect(values[1]?.change).toMatchObject({ resolution: 'auto_supersede' })
  expect(values[0]?.change).toBeNull()
  await expect(ann.history({ id: ids[0] ?? '' })).rejects.toMatchObject({ code: 'invalid_input' })
})

it('tells where an item was used: searches with rank, prompts with the reason, core memory', async () => {
  const { active } = await ann.history({ id: lisbon })
  const turn = (await ann.items({ session: 'talk', kinds: ['turn'], limit: 1 })).items[0]?.id ?? ''
  const used = await ann.uses({ id: turn })
  expect(used.recalls).toMatchObject([{ question: 'where do I live?', rank: expect.any(Number) }])
  expect(used.prompts).toMatchObject([{ assemblyId, session: 'talk', reason: 'placed' }])
  const fact = await ann.uses({ id: active ?? '' })
  expect(fact.isInCore).toBe(true)
  expect(fact.prompts.find(({ block }) => block === 'core_memory')).toMatchObject({ assemblyId })
  expect(await ann.uses({ id: lisbon })).toMatchObject({ isInCore: false, coreReason: 'superseded' })
  expect((await ann.uses({ id: ids[3] ?? '' })).prompts.every((one) => one.assemblyId === assemblyId)).toBe(
    true,
  )
})

it('shows a prompt as it was, with its blocks and the reason of each item', async () => {
  const shown = await ann.promptShow({ id: assemblyId })
  expect([shown.tokens, shown.blocks]).toEqual([answered.tokens.total, answered.tokens.blocks])
  expect(shown.items.map(({ id, reason }) => [id, reason])).toEqual(
    answered.table.map(({ id, reason }) => [id, reason]),
  )
  const placed = shown.items.filter(({ reason }) => reason === 'placed')
  expect(placed.map(({ item }) => item?.text)).toContain('I live in Faro')
  expect(shown).toMatchObject({
    session: 'talk',
    at: (await ann.uses({ id: placed[0]?.id ?? '' })).prompts[0]?.at,
  })
  await expect(ann.promptShow({ id: ids[0] ?? '' })).rejects.toMatchObject({ code: 'invalid_input' })
})

it('counts growth by day, week and month of the zone, all of it', async () => {
  const { items } = await ann.stats({})
  for (const by of ['day', 'week', 'month'] as const) {
    const grown = await ann.growth({ by })
    expect(grown.total).toBe(items)
    expect(grown.before.every((n) => n === 0)).toBe(true)
    const notes = grown.kinds.indexOf('thought')
    const sum = grown.buckets.reduce((total, { counts }) => total + (counts[notes] ?? 0), 0)
    expect(sum).toBe(5)
  }
  const weeks = (await ann.growth({ by: 'week' })).buckets
  expect(weeks[0]?.from).toBe('2026-03-02')
  expect(weeks[1]?.from).toBe('2026-03-09')
  const later = await ann.growth({ by: 'day', since: '2026-03-05', until: '2026-03-05', latest: 1 })
  expect(later.buckets).toMatchObject([{ from: '2026-03-05' }])
  expect(later.total).toBeLessThan(items)
  expect(later.before.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0)
  expect(later.latest).toHaveLength(1)
})

it('tells of no report about the memory and nothing an agent did as of what was said, unless it is asked for', async () => {
  const user = engine.as({ user: 'looker' })
  await user.capture({ text: 'I keep a diary.', tags: ['reflection'] })
  await user.transcriptAppend({
    session: 'work',
    events: [
      { type: 'message', role: 'user', text: 'Run the tests, please.' },
      { type: 'tool_call', tool: 'bash', text: 'pnpm test' },
      { type: 'tool_result', tool: 'bash', text: 'a line of the tests\n'.repeat(3_000) },
    ],
  })
  await user.transcriptCompact({ session: 'work', force: true })
  now += 1_000
  const { id: report } = await user.reflect({})
  const said = ['Run the tests, please.', 'I keep a diary.']
  expect((await user.items({})).items.map(({ text }) => text)).toEqual(said)
  expect((await user.growth({})).latest.map(({ text }) => text)).toEqual(said)
  expect((await user.items({ tags: ['Reflection'], limit: 1 })).items[0]?.id).toBe(report)
  expect((await user.items({ kinds: ['artifact'] })).items).toHaveLength(1)
  expect((await user.stats({})).items).toBe((await user.growth({})).total)
})

it('finds what is rare among many, page by page', async () => {
  const many = engine.as({ user: 'many' })
  const line = (n: number) =>
    JSON.stringify({
      role: n % 600 === 0 ? 'assistant' : 'user',
      content: `said ${n}`,
      session: 'long',
      at: 1.7e12 + n,
    })
  await many.import({
    content: Array.from({ length: 1_300 }, (_, n) => line(n)).join('\n'),
    name: 'long.jsonl',
    asMine: true,
  })
  const first = await many.items({ kinds: ['turn'], origins: ['assistant'], limit: 2 })
  expect(first.items.map(({ text }) => text)).toEqual(['said 1200', 'said 600'])
  const rest = await many.items({
    kinds: ['turn'],
    origins: ['assistant'],
    limit: 2,
    after: first.next ?? '',
  })
  expect(rest).toMatchObject({ items: [{ text: 'said 0' }], next: null })
})
