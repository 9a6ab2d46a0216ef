import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/index.js'

let home: string
let engine: Engine
let ann: Memory

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'recollect-entities-'))
  engine = await openMemory({ home, durability: 'normal', zone: 'UTC', embedder: 'off' })
  ann = engine.as({ user: 'ann' })
})

afterEach(async () => {
  await engine.close()
  rmSync(home, { recursive: true })
})

const TEAM = [
  'Sarah Chen is my product manager; she has final say on feature scope and priorities.',
  'Alex Patel owns the web chat UI.',
  'I report to Maria Lopez.',
  'Alex Patel reports to Priya Nair.',
  'Priya Nair lives in Lisbon.',
  'We talked about changes to the web chat UI and who reviews them, at length.',
  '王小明负责支付系统。',
]

async function tell(memory: Memory): Promise<void> {
  for (const text of TEAM) await memory.capture({ text })
}

const ask = (question: string, memory = ann) => memory.search({ question, meaning: false })

describe('the entity layer', () => {
  beforeEach(() => tell(ann))

  it.each([
    ['Who reviews changes to the web chat UI?', 'Alex Patel —owns→ web chat UI', 'Alex Patel owns'],
    ['who decides about feature scope?', 'Sarah Chen —has authority→ feature scope', 'Sarah Chen is'],
    ['谁负责支付系统？', '王小明 —owns→ 支付系统', '王小明'],
  ])('answers "%s" with who is related so, and the path', async (question, path, beginning) => {
    const { hits, paths, noPath } = await ask(question)
    expect(hits[0]?.text).toMatch(new RegExp(`^${beginning}`))
    expect(hits[0]?.reasons).toContainEqual({ kind: 'path', path, isAsked: true })
    expect(hits[0]?.why).toContain(path)
    expect(paths[0]).toEqual({ path, item: hits[0]?.id })
    expect(noPath).toBeNull()
  })

  it('goes two steps where the question asks for two relations', async () => {
    const { hits, paths } = await ask("Where does Alex Patel's manager live?")
    expect(paths[0]?.path).toBe('Alex Patel —reports to→ Priya Nair —lives in→ Lisbon')
    expect(hits.slice(0, 2).map(({ text }) => text)).toContain('Priya Nair lives in Lisbon.')
  })

  it('takes "my" for the user’s own relations, where somebody or some place is asked for', async () => {
    expect((await ask('Who is my manager?')).paths.map(({ path }) => path)).toContain(
      'you —reports to→ Maria Lopez',
    )
    expect((await ask('谁是我的经理？')).paths).toHaveLength(1)
    expect((await ask('What did I say about reports?')).paths).toEqual([])
  })

  it('finds by an alias what has no word of the question', async () => {
    const { paths, hits } = await ask('Who does Priya manage?')
    expect(paths[0]?.path).toBe('Alex Patel —reports to→ Priya Nair')
    expect(hits[0]?.text).toBe('Alex Patel reports to Priya Nair.')
  })

  it('says that no path is known, where somebody is asked for', async () => {
    const mentors = await ask('who mentors Priya?')
    expect(mentors.paths).toEqual([])
    expect(mentors.noPath).toBe('the graph knows Priya, and no relation that answers this')
    const billing = await ask('Who owns the billing service?')
    expect(billing.paths).toEqual([])
    expect(billing.noPath).toBe('the question names nobody and nothing that the graph knows')
    expect((await ask('what is said about kettles?')).noPath).toBeNull()
  })

  it('shows a relation that an agent brought as proposed', async () => {
    const agent = engine.as({ user: 'ann', agent: 'scout' })
    await agent.capture({ text: 'Omar Haddad lives in Madrid.' })
    const { paths } = await ask('Where does Omar Haddad live?')
    expect(paths.map(({ path }) => path)).toEqual(['Omar Haddad —lives in (proposed)→ Madrid'])
  })

  it('follows the relations of the time that is asked about', async () => {
    await ann.capture({ text: 'Omar Haddad lives in Madrid.', occurredAt: '2024-01-10' })
    await ann.capture({ text: 'Omar Haddad lives in Turin.', occurredAt: '2024-06-10' })
    const question = 'Where does Omar Haddad live?'
    const now = await ask(question)
    expect(now.paths.map(({ path }) => path)).toEqual(['Omar Haddad —lives in→ Turin'])
    const then = await ann.search({ question, meaning: false, asOf: '2024-03-01' })
    expect(then.paths.map(({ path }) => path)).toEqual(['Omar Haddad —lives in→ Madrid'])
    expect(then.hits[0]?.text).toBe('Omar Haddad lives in Madrid.')
  })

  it('keeps to the kinds, phrases and exclusions that are asked for', async () => {
    const turns = await ann.search({ question: 'Who owns the web chat UI?', meaning: false, kinds: ['turn'] })
    expect([turns.hits, turns.paths]).toEqual([[], []])
    const relations = await ann.search({
      question: 'Who owns the web chat UI?',
      meaning: false,
      kinds: ['relation'],
    })
    expect(relations.hits[0]).toMatchObject({ kind: 'relation', fact: { status: 'active' } })
    const without = await ask('Who owns the web chat UI? -Patel')
    expect(without.hits.map(({ text }) => text)).not.toContain('Alex Patel owns the web chat UI.')
  })

  it('says why an item is not found by it', async () => {
    const { hits } = await ask('Lisbon')
    const about = hits[0]?.id ?? ''
    const why = async (question: string) => {
      const { standing } = await ann.search({ question, about, meaning: false })
      return standing?.layers.find(({ layer }) => layer === 'entities')
    }
    expect(await why('where does Priya live?')).toMatchObject({ state: 'found' })
    expect(await why('who owns the web chat UI?')).toMatchObject({ state: 'unrelated' })
    expect(await why('kettles')).toMatchObject({ state: 'no_name' })
  })

  it('is kept with the recall that it took part in', async () => {
    const { recallId } = await ask('Who owns the web chat UI?')
    const { hits } = await ann.explain({ recallId })
    expect(hits[0]?.account.layers.map(({ layer }) => layer)).toEqual(['text', 'entities'])
  })

  it('knows nothing of the graph of another user', async () => {
    const ben = engine.as({ user: 'ben' })
    await ben.capture({ text: 'The web chat UI is blue, says Patel.' })
    const { hits, paths, noPath } = await ask('Who owns the web chat UI?', ben)
    expect(paths).toEqual([])
    expect(noPath).toBeNull()
    expect(hits.map(({ text }) => text)).toEqual(['The web chat UI is blue, says Patel.'])
  })
})
