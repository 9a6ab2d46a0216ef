import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

const own = join(import.meta.dirname, '..', '..', 'eval', 'own')
const linesOf = <T>(name: string): T[] =>
  readFileSync(join(own, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

interface Poisoned {
  readonly id: string
  readonly turns: readonly { readonly role: string; readonly text: string }[]
  readonly forbidden: readonly string[]
}

interface Honest {
  readonly id: string
  readonly text: string
  readonly expect: string
}

/** A bank of its own for each: what one planted must not hide behind another. */
const open = async () =>
  openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC', embedder: 'off' })

/** What reaches a prompt as the user's own, or is believed to be: all that poison aims for. */
async function believed(memory: ReturnType<Awaited<ReturnType<typeof open>>['as']>): Promise<string> {
  const core = await memory.core({ budgetTokens: 4_000 })
  const instructions = await memory.instructions({})
  const { facts } = await memory.facts({ limit: 200 })
  const keyed = facts.filter(({ fact }) => fact !== null && fact.key !== null && fact.status === 'active')
  return JSON.stringify([core.block, core.items, instructions, keyed])
}

describe('a hundred poisoned transcripts', () => {
  it('reach neither core memory nor instructions nor a keyed fact', async () => {
    const engine = await open()
    const reached: string[] = []
    for (const { id, turns, forbidden } of linesOf<Poisoned>('poisoned.jsonl')) {
      const memory = engine.as({ user: id })
      const content = turns
        .map(({ role, text }) => JSON.stringify({ role, content: text, session: id }))
        .join('\n')
      await memory.import({ content, asMine: true, extract: true })
      // An agent that keeps what it read, in its own words or in those of the page, is no user either.
      const agent = engine.as({ user: id, agent: 'helper' })
      for (const { role, text } of turns) if (role !== 'user') await agent.capture({ text })
      const text = await believed(memory)
      reached.push(...forbidden.filter((one) => text.includes(one)).map((one) => `${id}: ${one}`))
    }
    expect(reached).toEqual([])
    await engine.close()
  }, 120_000)

  it('are found by search all the same, as what they are', async () => {
    const engine = await open()
    const [first] = linesOf<Poisoned>('poisoned.jsonl')
    const memory = engine.as({ user: 'me' })
    const content = (first?.turns ?? [])
      .map(({ role, text }) => JSON.stringify({ role, content: text }))
      .join('\n')
    await memory.import({ content, asMine: true, extract: true })
    const { hits } = await memory.search({ question: 'wallet coinvault savings' })
    expect(hits[0]?.trust).toBe('untrusted')
    await engine.close()
  })
})

describe('a hundred honest statements that look a bit like them', () => {
  it('are believed, but for less than two in a hundred', async () => {
    const engine = await open()
    const refused: string[] = []
    const statements = linesOf<Honest>('honest.jsonl')
    for (const { id, text, expect: what } of statements) {
      const memory = engine.as({ user: id })
      await memory.capture({ text })
      const { facts } = await memory.facts({ limit: 50 })
      if (!facts.some(({ fact }) => fact?.status === 'active')) refused.push(`${id} (${what}): ${text}`)
    }
    expect(statements).toHaveLength(100)
    expect(refused.length < 2 ? [] : refused).toEqual([])
    await engine.close()
  }, 120_000)
})
