import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../index.js'

let home: string
let engine: Engine
let ann: Memory

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'recollect-search-'))
  engine = await openMemory({ home, durability: 'normal', zone: 'UTC' })
  ann = engine.as({ user: 'ann' })
})

afterEach(async () => {
  await engine.close()
  rmSync(home, { recursive: true })
})

describe('search', () => {
  it('returns the turn itself, found by the words of the turn before it', async () => {
    await talk([
      'user: When were you in Rome with the choir?',
      'user: Last June, for a week.',
      'user: The kettle broke.',
    ])
    const { hits } = await ann.search({ question: 'choir Rome' })
    expect(hits[1]).toMatchObject({ text: 'Last June, for a week.', turn: { seq: 2 } })
    expect(hits[1]?.reasons.map(({ kind }) => kind)).toContain('neighbours')
    expect(hits[1]?.matched).toEqual([])
  })

  it('marks where the text answers', async () => {
    await ann.capture({ text: 'Mia moved to Lisbon, and Lisbon is hilly' })
    const [hit] = (await ann.search({ question: 'lisbon' })).hits
    expect(hit?.matched.map(([start, end]) => hit.text.substring(start, end))).toEqual(['Lisbon', 'Lisbon'])
  })

  it('shows what is said again beside the first, and not in the place of another', async () => {
    const said = 'We agreed to deploy the billing service on Friday after the review'
    await talk([`user: ${said}`, `user: ${said}!`, `assistant: ${said}.`, 'user: Bring cake on Friday.'])
    const { hits } = await ann.search({ question: 'deploy on Friday', limit: 3 })
    expect(hits.map(({ turn, alike }) => [turn?.role, alike.length]).sort()).toEqual([
      ['assistant', 0],
      ['user', 0],
      ['user', 1],
    ])
    const [id = ''] = hits.flatMap(({ alike }) => alike)
    const { standing } = await ann.search({ question: 'deploy on Friday', about: id })
    expect(standing).toMatchObject({ state: 'alike' })
    expect((await ann.search({ question: 'deploy on Friday', mode: 'rrf' })).hits).toHaveLength(4)
  })

  it('keeps to exact phrases and leaves out what is excluded', async () => {
    for (const text of [
      'blue green deploys work',
      'green and blue deploys work',
      'blue green deploys on kubernetes',
    ])
      await ann.capture({ text })
    expect(await texts('"blue green" deploys')).toEqual(
      expect.arrayContaining(['blue green deploys work', 'blue green deploys on kubernetes']),
    )
    expect(await texts('"blue green" deploys')).toHaveLength(2)
    expect(await texts('"blue green" -kubernetes')).toEqual(['blue green deploys work'])
  })

  it('asks for the words of a quoted title that no item holds, and says so', async () => {
    await ann.capture({ text: 'I read Nothing Impossible in spring' })
    const { hits, relaxed } = await ann.search({ question: 'when did I read "Nothing Is Impossible"?' })
    expect(hits.map(({ text }) => text)).toEqual(['I read Nothing Impossible in spring'])
    expect(relaxed).toEqual(['Nothing Is Impossible'])
    expect(await ann.search({ question: '"nothing is impossible"' })).toMatchObject({ hits: [], relaxed: [] })
  })

  it('finds what happened when the question says, on the clock of the asker', async () => {
    await ann.capture({ text: 'planted the leeks', occurredAt: '2025-05-03T10:00:00Z' })
    await ann.capture({ text: 'sold the car', occurredAt: '2025-03-03T10:00:00Z' })
    const { hits } = await ann.search({ question: 'what happened last month?', now: '2025-06-10T00:00:00Z' })
    expect(hits[0]).toMatchObject({
      text: 'planted the leeks',
      reasons: [{ kind: 'time', wording: 'last month' }],
    })
    const chinese = await ann.search({ question: '上个月发生了什么', now: '2025-04-10T00:00:00Z' })
    expect(chinese.hits[0]?.text).toBe('sold the car')
  })

  it('answers a question for a month alone with what happened then, before texts that hold its name', async () => {
    await ann.capture({ text: 'You may refuse the delivery if it is late', occurredAt: '2026-03-02' })
    await ann.capture({ text: 'The roof tiles arrive on Monday', occurredAt: '2026-05-02' })
    const { hits } = await ann.search({ question: 'what did we discuss in May?', now: '2026-08-10' })
    expect(hits.map(({ text }) => text)).toEqual([
      'The roof tiles arrive on Monday',
      'You may refuse the delivery if it is late',
    ])
  })

  it('never shows what another user remembers', async () => {
    await ann.capture({ text: 'the safe word is heliotrope' })
    const bob = engine.as({ user: 'bob' })
    await bob.capture({ text: 'bob likes tea' })
    expect((await bob.search({ question: 'heliotrope safe word u/ann/main' })).hits).toEqual([])
  })

  it('does not rank one bank by the words of another', async () => {
    for (const text of ['the lamp in the hall', 'a lamp and a desk', 'only a desk'])
      await ann.capture({ text })
    const before = await ann.search({ question: 'lamp desk' })
    const bob = engine.as({ user: 'bob' })
    for (let i = 0; i < 30; i++) await bob.capture({ text: `lamp number ${i}` })
    const after = await ann.search({ question: 'lamp desk' })
    expect(after.hits.map(({ id, score }) => [id, score])).toEqual(
      before.hits.map(({ id, score }) => [id, score]),
    )
  })

  it('no longer finds what was forgotten, nor its words in the turns beside it', async () => {
    await talk(['user: The choir sang in Rome.', 'user: How nice that was.'])
    const [hit] = (await ann.search({ question: 'choir Rome' })).hits
    await ann.forget({ id: hit!.id, verify: false })
    expect((await ann.search({ question: 'choir Rome' })).hits).toEqual([])
  })

  it('answers the same after a reindex', async () => {
    await talk(['user: The choir sang in Rome.', 'assistant: 罗马很美', 'user: my_var is set in src/app.ts'])
    const ask = async (question: string) => (await ann.search({ question, now: 0 })).hits
    const before = await Promise.all(['choir', '罗马', 'my_var app.ts'].map(ask))
    await ann.reindex({})
    expect(await Promise.all(['choir', '罗马', 'my_var app.ts'].map(ask))).toEqual(before)
  })

  it('keeps to the kinds asked for', async () => {
    await talk(['user: the lamp is broken'])
    await ann.capture({ text: 'buy a lamp' })
    const { hits } = await ann.search({ question: 'lamp', kinds: ['thought'] })
    expect(hits.map(({ text }) => text)).toEqual(['buy a lamp'])
  })

  it('says which layer could not take part', async () => {
    const { hits, missing } = await ann.search({ question: '?!' })
    expect(hits).toEqual([])
    expect(missing.text).toMatch(/no word/)
  })

  it('answers any string', async () => {
    await talk([
      'user: The choir sang in Rome in May 2023.',
      'assistant: 罗马很美 😀',
      'user: "quoted" -v --flag a*b',
    ])
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            '"',
            '-',
            '*',
            'NEAR',
            'AND',
            '(',
            ')',
            ':',
            'bank',
            'Rome',
            '罗',
            '\u0000',
            '\ud800',
            '’',
            ' ',
          ),
          { maxLength: 25 },
        )
        .map((parts) => parts.join('')),
    )
    await fc.assert(
      fc.asyncProperty(hostile, async (question) => {
        const { hits } = await ann.search({ question })
        for (const { text, matched, score } of hits) {
          expect(Number.isFinite(score)).toBe(true)
          for (const [start, end] of matched)
            expect(0 <= start && start < end && end <= text.length).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
  })
})

async function talk(lines: readonly string[]): Promise<void> {
  const content = lines
    .map((line, index) => {
      const [role, text] = [line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 2)]
      return JSON.stringify({ role, content: text, at: Date.UTC(2025, 0, 1, 9, index), session: 'talk' })
    })
    .join('\n')
  await ann.import({ content, asMine: true })
}

async function texts(question: string): Promise<string[]> {
  return (await ann.search({ question })).hits.map(({ text }) => text)
}
