import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/index.js'

let home: string
let engine: Engine
let ann: Memory

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'recollect-facts-'))
  engine = await openMemory({ home, durability: 'normal', zone: 'UTC', embedder: 'off' })
  ann = engine.as({ user: 'ann' })
})

afterEach(async () => {
  await engine.close()
  rmSync(home, { recursive: true })
})

const say = (text: string, occurredAt: string) => ann.capture({ text, occurredAt })
type Question = Parameters<Memory['search']>[0]
const hitsOf = async (question: string, rest: Partial<Question> = {}) =>
  (await ann.search({ question, meaning: false, ...rest })).hits

describe('a search over what facts are known of', () => {
  it('says what each hit states', async () => {
    await say('I live in Lisbon.', '2024-01-10')
    const [hit] = await hitsOf('where do I live?')
    expect(hit?.facts).toMatchObject([
      { kind: 'relation', key: 'user.location', value: 'Lisbon', status: 'active', supersededBy: null },
    ])
    expect(hit?.fact).toBeNull()
  })

  it('ranks what holds no more behind what took its place, also where that shares no word', async () => {
    await say('I live in Lisbon, where I live near the river.', '2024-01-10')
    const moved = await say('I moved to Porto.', '2024-06-01')
    const hits = await hitsOf('do I live near the river?')
    expect(hits.map(({ text }) => text)).toEqual(['I moved to Porto.', expect.stringContaining('Lisbon')])
    expect(hits[0]?.reasons).toContainEqual({ kind: 'newer', than: hits[1]?.id })
    expect(hits[1]?.reasons).toContainEqual({ kind: 'superseded', by: moved.facts[0] })
    expect(hits[1]?.why).toContain('something newer took its place')
    expect(hits[1]?.facts[0]).toMatchObject({ status: 'superseded', supersededBy: moved.facts[0] })
    const scores = hits.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })

  it('keeps the order, and says what holds no more, where the question asks for what was', async () => {
    await say('I live in Lisbon.', '2024-01-10')
    await say('I live in Porto.', '2024-06-01')
    const hits = await hitsOf('where did I live before, in Lisbon?')
    expect(hits[0]?.text).toBe('I live in Lisbon.')
    expect(hits[0]?.reasons.map(({ kind }) => kind)).toContain('superseded')
  })

  it('answers as of a time with what was true then', async () => {
    await say('I live in Lisbon.', '2024-01-10')
    await say('I live in Porto.', '2024-06-01')
    const then = await hitsOf('where do I live?', { asOf: '2024-03-01' })
    expect(then.map(({ text }) => text)).toEqual(['I live in Lisbon.', 'I live in Porto.'])
    expect(then[1]?.reasons).toContainEqual({ kind: 'superseded', by: then[0]?.facts[0]?.id })
    const now = await hitsOf('where do I live?')
    expect(now[0]?.text).toBe('I live in Porto.')
  })

  it('finds facts by the text that states them, each once, without what holds no more', async () => {
    await say('I live in Lisbon.', '2024-01-10')
    await say('I live in Porto. My favourite editor is Vim.', '2024-06-01')
    await say('Somebody said that it is nice to live there.', '2024-07-01')
    const hits = await hitsOf('where do I live?', { kinds: ['fact', 'relation'] })
    expect(hits.map(({ fact }) => fact?.value)).toEqual(expect.arrayContaining(['Porto']))
    expect(hits[0]?.fact?.value).toBe('Porto')
    expect(hits.every(({ kind, fact }) => kind !== 'thought' && fact?.status === 'active')).toBe(true)
    expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length)
    expect(hits[0]?.reasons.at(-1)).toMatchObject({ kind: 'quotes' })
    const all = await hitsOf('where do I live?', { kinds: ['fact', 'relation'], includeSuperseded: true })
    expect(all.map(({ fact }) => fact?.value)).toContain('Lisbon')
  })

  it('finds notes and facts together where both are asked for', async () => {
    await say('I live in Lisbon.', '2024-01-10')
    const hits = await hitsOf('where do I live?', { kinds: ['thought', 'fact', 'relation'] })
    expect(hits.map(({ kind }) => kind === 'thought')).toEqual([true, false])
  })

  it('leaves out corrections that were corrected themselves', async () => {
    const { facts } = await say('I live in Lisbon.', '2024-01-10')
    const first = await ann.correct({ id: facts[0] ?? '', text: 'I live in Braga.' })
    const second = await ann.correct({ id: first.id, text: 'I live in Porto.' })
    const hits = await hitsOf('where do I live?')
    expect(hits.map(({ text }) => text)).toEqual(['I live in Porto.', 'I live in Lisbon.'])
    expect(hits[1]?.reasons).toContainEqual({ kind: 'superseded', by: second.id })
    const all = await hitsOf('where do I live?', { includeSuperseded: true })
    expect(all.map(({ text }) => text)).toContain('I live in Braga.')
    expect(all[0]?.text).toBe('I live in Porto.')
    const { standing } = await ann.search({ question: 'where do I live?', about: first.id, meaning: false })
    expect(standing).toMatchObject({ state: 'past', why: expect.stringContaining('includeSuperseded') })
  })

  it('says of a fact that its source is what is looked for', async () => {
    const { id, facts } = await say('I live in Lisbon.', '2024-01-10')
    const { standing } = await ann.search({ question: 'where do I live?', about: facts[0], meaning: false })
    expect(standing).toMatchObject({ state: 'quoted', alikeTo: id })
  })

  it('knows nothing of the facts of another user', async () => {
    await say('I live in Lisbon.', '2024-01-10')
    const ben = engine.as({ user: 'ben' })
    await ben.capture({ text: 'I live in Porto.', occurredAt: '2024-06-01' })
    const [hit, ...others] = await hitsOf('where do I live?')
    expect(hit).toMatchObject({ text: 'I live in Lisbon.', facts: [{ status: 'active' }] })
    expect(others).toEqual([])
  })
})
