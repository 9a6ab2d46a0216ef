import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/engine.js'
import type { MemoryOptions } from '../../src/memory-options.js'
import { describePostgres, newDatabase } from '../postgres/database.js'

const home = mkdtempSync(join(tmpdir(), 'recollect-picture-'))
let engine: Engine
let ann: Memory

beforeAll(async () => {
  ;[engine, ann] = await told({ home })
})
afterAll(async () => {
  await engine.close()
  rmSync(home, { recursive: true, force: true })
})

describe('finding entities', () => {
  it('lists those with most relations first, the user among them', async () => {
    const { entities, isComplete } = await ann.entities({ type: 'person' })
    expect(entities.map(({ name, relations, isUser }) => [name, relations, isUser])).toEqual([
      ['Sarah Chen', 6, false],
      ['Alex Patel', 2, false],
      ['Marcus Rivera', 1, false],
      ['you', 1, true],
      ['Jamie Kim', 1, false],
    ])
    expect(isComplete).toBe(true)
    expect((await ann.entities({ type: 'person', limit: 2 })).isComplete).toBe(false)
  })

  it('finds any part of a name in any case, what begins so first, whatever the letters', async () => {
    const named = async (contains: string) =>
      (await ann.entities({ contains })).entities.map(({ name }) => name)
    expect(await named('CHEN')).toEqual(['Sarah Chen'])
    expect(await named('a')).toEqual(expect.arrayContaining(['Alex Patel', 'Sarah Chen', 'Jamie Kim']))
    expect((await named('ma'))[0]).toBe('Marcus Rivera')
    for (const odd of ['%', '_', '*', '"', '\\', '(']) expect(await named(odd)).toEqual([])
  })
})

describe('looking around entities', () => {
  it('gives what holds and what holds no more, each with its times', async () => {
    const alex = await idOf(ann, 'Alex Patel')
    const { entities, relations, asked } = await ann.around({ ids: [alex] })
    expect(entities[0]).toMatchObject({ name: 'Alex Patel', relations: 2 })
    expect(relations.map(({ type, to, status }) => [type, to.name, status])).toEqual([
      ['reports_to', 'Jamie Kim', 'active'],
      ['reports_to', 'Sarah Chen', 'superseded'],
    ])
    expect(relations[1]?.validUntil).toBe(relations[0]?.validFrom)
    expect(asked).toEqual([{ id: alex, entity: alex, isComplete: true }])
  })

  it('gives the relations among all that is shown, and says of a hub that there are more', async () => {
    const [sarah, alex] = [await idOf(ann, 'Sarah Chen'), await idOf(ann, 'Alex Patel')]
    const alone = await ann.around({ ids: [sarah], limit: 1 })
    expect(alone.asked).toEqual([{ id: sarah, entity: sarah, isComplete: false }])
    const marcus = await idOf(ann, 'Marcus Rivera')
    const beside = await ann.around({ ids: [alex], among: [marcus, sarah] })
    expect(beside.relations.map(({ from, to }) => `${from.name} to ${to.name}`)).toContain(
      'Sarah Chen to Marcus Rivera',
    )
    expect(beside.entities.map(({ name }) => name)).not.toContain('Marcus Rivera')
  })

  it('leaves out who is not known', async () => {
    const nobody = '01890000-0000-7000-8000-000000000000'
    expect(await ann.around({ ids: [nobody] })).toEqual({ entities: [], relations: [], asked: [] })
  })
})

describe('an entity', () => {
  it('is shown with its facts, also those of before, and with the items that name it', async () => {
    const { entity, names, facts, items } = await ann.entity({ id: await idOf(ann, 'Sarah Chen') })
    expect(entity.name).toBe('Sarah Chen')
    expect(names).toEqual([{ name: 'Sarah Chen', mentions: expect.any(Number), from: null }])
    expect(
      facts.map(({ attribute, value, status, isSingle }) => [attribute, value, status, isSingle]),
    ).toEqual([
      ['location', 'Porto', 'active', true],
      ['manager', 'Marcus Rivera', 'active', true],
      ['location', 'Lisbon', 'superseded', true],
    ])
    expect(facts.every(({ isRelation }) => isRelation)).toBe(true)
    expect(items[0]?.text).toBe('Sarah Chen lives in Porto.')
  })

  it('tells of a merge where each name came from, and answers by the id of before', async () => {
    const [jamie, marcus] = [await idOf(ann, 'Jamie Kim'), await idOf(ann, 'Marcus Rivera')]
    const { undo } = await ann.mergeEntities({ keep: jamie, merge: marcus })
    const { entity, names } = await ann.entity({ id: marcus })
    expect(entity.id).toBe(jamie)
    expect(names.map(({ name, from }) => [name, from])).toEqual([
      ['Marcus Rivera', marcus],
      ['Jamie Kim', null],
    ])
    expect((await ann.around({ ids: [marcus] })).asked).toEqual([
      { id: marcus, entity: jamie, isComplete: true },
    ])
    await ann.splitEntity(undo)
  })

  it('is found as the end of a path by its id', async () => {
    const to = await idOf(ann, 'Marcus Rivera')
    const { paths } = await ann.graph({ name: 'web chat UI', to })
    expect(paths[0]?.text).toBe('web chat UI ←owns— Sarah Chen —reports to→ Marcus Rivera')
  })
})

describePostgres('a picture of the graph on SQLite and PostgreSQL', () => {
  it('is the same', async () => {
    const [other, bob] = await told({ store: await newDatabase() })
    const look = async (memory: Memory) => {
      const { entities } = await memory.entities({})
      const { relations } = await memory.around({ ids: entities.map(({ id }) => id), limit: 3 })
      const { facts, items } = await memory.entity({ id: await idOf(memory, 'Sarah Chen') })
      return {
        entities: entities.map(({ name, relations: count }) => [name, count]),
        relations: relations.map(({ from, type, to, status }) => [from.name, type, to.name, status]),
        facts: facts.map(({ value, status }) => [value, status]),
        items: items.map(({ text }) => text),
      }
    }
    expect(await look(bob)).toEqual(await look(ann))
    await other.close()
  })
})

async function told(options: MemoryOptions): Promise<[Engine, Memory]> {
  const opened = await openMemory({ ...options, zone: 'UTC', embedder: 'off' })
  const memory = opened.as({ user: 'ann' })
  for (const [occurredAt, text] of TOLD) await memory.capture({ text, occurredAt })
  return [opened, memory]
}

const TOLD = [
  ['2024-01-10', 'Sarah Chen lives in Lisbon.'],
  ['2024-02-10', 'Sarah Chen reports to Marcus Rivera; she owns the web chat UI.'],
  ['2024-03-10', 'Alex Patel reports to Sarah Chen.'],
  ['2024-04-10', 'I report to Sarah Chen.'],
  ['2024-05-10', 'Alex Patel reports to Jamie Kim.'],
  ['2024-06-10', 'Sarah Chen lives in Porto.'],
] as const

async function idOf(memory: Memory, name: string): Promise<string> {
  const found = (await memory.entities({ contains: name })).entities[0]
  if (found === undefined) throw new Error(`${name} is not known`)
  return found.id
}
