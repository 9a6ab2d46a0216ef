import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/index.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { needlesOf, searchFolder } from './trace-detector.js'

const open = (home: string) => openMemory({ home, zone: 'UTC', durability: 'normal' })

const NOTE = 'Zebulon Quarterhouse works at Marzipanwerke and reports to Ottilie Brandtkamp'
/** What must be nowhere on disk when the note is gone. */
const SAID = ['Zebulon Quarterhouse', 'Marzipanwerke', 'Ottilie Brandtkamp', 'reports to Ottilie']

/** Someone else's, and a neighbour in the same bank: they stay as they are. */
async function fill(engine: Engine): Promise<Memory> {
  const ann = engine.as({ user: 'ann' })
  await engine.as({ user: 'bob' }).capture({ text: 'Quentin Rosenholz works at Honigwerke' })
  await ann.capture({ text: 'Quentin Rosenholz mentors Philippa Sandsteen' })
  for (let i = 0; i < 30; i++) await ann.capture({ text: `a note of no importance, number ${i}` })
  return ann
}

/** Rows of every table that facts and the graph have, by bank. */
function rowsOf(home: string): Record<string, number> {
  const db = new BetterSqlite3(storeFile(home), { readonly: true })
  const tables = [
    ...['fact', 'fact_text', 'fact_source', 'fact_belief', 'fact_conflict', 'fact_part', 'instruction'],
    ...['entity', 'entity_name', 'entity_alias', 'mention', 'edge', 'edge_attribute', 'lineage', 'item'],
  ]
  const counts = tables.flatMap((table) =>
    db
      .prepare(`select '${table} of ' || bank as name, count(*) as n from ${table} group by bank`)
      .all()
      .map((row) => row as { name: string; n: number }),
  )
  db.close()
  return Object.fromEntries(counts.map(({ name, n }) => [name, n]))
}

describe('forgetting what was stated', () => {
  const paths: readonly [path: string, forget: (ann: Memory, note: string) => Promise<unknown>][] = [
    ['the note', (ann, id) => ann.forget({ id })],
    [
      'an entity',
      async (ann) => {
        const { entities } = await ann.graph({ name: 'Ottilie Brandtkamp' })
        return ann.forget({ entity: entities[0]?.id ?? '' })
      },
    ],
    ['everything', (ann) => ann.clear({ confirm: 'ann' })],
  ]

  it.each(paths)('by way of %s leaves nothing of either side of a relation', async (path, forget) => {
    const home = await temporaryFolder()
    let engine = await open(home)
    await fill(engine)
    await engine.close()
    const before = rowsOf(home)
    engine = await open(home)
    const ann = engine.as({ user: 'ann' })
    const { id, facts } = await ann.capture({ text: NOTE })
    expect(facts.length).toBeGreaterThanOrEqual(2)
    expect(await forget(ann, id)).toMatchObject({ state: 'physical' })
    expect((await ann.doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    await engine.close()
    const bobs = (counts: Record<string, number>) =>
      Object.fromEntries(Object.entries(counts).filter(([name]) => name.endsWith('u/bob/main')))
    expect(bobs(rowsOf(home))).toEqual(bobs(before))
    if (path !== 'everything') expect(rowsOf(home)).toEqual(before)
    for (const said of SAID) expect([said, searchFolder(home, needlesOf(said))]).toEqual([said, []])
    expect(searchFolder(home, needlesOf('Honigwerke'))).not.toEqual([])
  })

  it('by way of one fact keeps the note and its other facts, and does not read it out of the note again', async () => {
    const home = await temporaryFolder()
    const engine = await open(home)
    const ann = await fill(engine)
    const { id, facts } = await ann.capture({ text: NOTE })
    const listed = await ann.facts({ limit: 50 })
    const employer = listed.facts.find(({ fact }) => fact?.key?.endsWith('.employer'))
    expect(await ann.forget({ id: employer?.id ?? '' })).toMatchObject({ state: 'physical' })
    expect((await ann.get({ id })).text).toBe(NOTE)
    await ann.capture({ text: NOTE })
    const left = (await ann.trace({ id })).derived.map((item) => item.id)
    expect(left.sort()).toEqual(facts.filter((one) => one !== employer?.id).sort())
    await engine.close()
  })

  it('keeps a fact that another note states too, in the words of that note', async () => {
    const home = await temporaryFolder()
    const engine = await open(home)
    const ann = await fill(engine)
    const first = await ann.capture({ text: 'Zebulon Quarterhouse works at Marzipanwerke, oddly enough' })
    const second = await ann.capture({ text: 'By the way, Zebulon Quarterhouse works at Marzipanwerke.' })
    expect(second.facts).toEqual([])
    const receipt = await ann.forget({ id: first.id })
    expect(receipt).toMatchObject({ state: 'physical', kept: first.facts })
    const fact = await ann.get({ id: first.facts[0] ?? '' })
    expect('By the way, Zebulon Quarterhouse works at Marzipanwerke.').toContain(fact.text)
    expect((await ann.trace({ id: fact.id })).sources.map((source) => source.id)).toEqual([second.id])
    await ann.forget({ id: second.id })
    await engine.close()
    for (const said of ['Zebulon Quarterhouse', 'Marzipanwerke', 'oddly enough'])
      expect([said, searchFolder(home, needlesOf(said))]).toEqual([said, []])
  })

  it('by way of a conversation that was read on import leaves nothing of it', async () => {
    const home = await temporaryFolder()
    const engine = await open(home)
    const ann = await fill(engine)
    const line = JSON.stringify({ role: 'user', content: NOTE, session: 'talk' })
    await ann.import({ content: line, asMine: true, extract: true })
    expect((await ann.graph({ name: 'Ottilie Brandtkamp' })).entities[0]?.name).toBe('Ottilie Brandtkamp')
    expect(await ann.forget({ session: 'talk' })).toMatchObject({ state: 'physical' })
    await ann.import({ content: line, asMine: true, extract: true })
    expect((await ann.graph({ name: 'Ottilie Brandtkamp' })).entities).toEqual([])
    await engine.close()
    for (const said of SAID) expect([said, searchFolder(home, needlesOf(said))]).toEqual([said, []])
  })
})
