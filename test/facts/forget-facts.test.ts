import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forget } from '../../src/items/forget.js'
import type { ItemId } from '../../src/items/item.js'
import { readItem, readItems } from '../../src/items/read-items.js'
import type { Spine } from '../../src/items/spine.js'
import { type Reach, reachOf } from '../../src/reach.js'
import { sql } from '../../src/store/sql.js'
import { all } from '../../src/store/statement.js'
import { readFacts } from '../../src/user/facts/fact.js'
import { restoreFact } from '../../src/user/facts/restore-fact.js'
import { capture } from '../../src/user/thoughts.js'
import { openSpine, storeFile, temporaryFolder } from '../open-spine.js'
import { say } from './say.js'

let spine: Spine
let folder: string
let reach: Reach
let users = 0
beforeAll(async () => {
  folder = await temporaryFolder()
  spine = await openSpine(folder)
})
afterAll(() => spine.store.close())
beforeEach(() => {
  reach = reachOf({ user: `user${++users}` })
})

const facts = () => spine.store.read(readFacts, reach.writes, sql`1 = 1`)
const show = (id: string) => spine.store.read(readItem, spine, [reach.writes], id)
const gone = (id: string) => forget(spine, reach, id, { verify: false })
const lives = (value: string, preface = '') => ({ attribute: 'location', value, verb: 'live in', preface })
const rows = async (table: string) => (await spine.store.query(all<{ n: number }>(countOf(table))))[0]?.n

function countOf(table: string) {
  const bank = reach.writes
  if (table === 'fact_text') return sql`select count(*) as n from fact_text where bank = ${bank}`
  if (table === 'fact_source') return sql`select count(*) as n from fact_source where bank = ${bank}`
  if (table === 'fact_belief') return sql`select count(*) as n from fact_belief where bank = ${bank}`
  if (table === 'fact_conflict') return sql`select count(*) as n from fact_conflict where bank = ${bank}`
  return sql`select count(*) as n from edge where bank = ${bank}`
}

describe('forgetting what a fact was read out of', () => {
  it('takes the fact along, with all of its rows', async () => {
    const { source } = await say(spine, reach, {
      who: 'Mia',
      value: 'Acme',
      relation: 'works_at',
      attribute: 'employer',
    })
    const { ids } = await gone(source)
    expect(ids).toHaveLength(2)
    for (const table of ['fact_text', 'fact_source', 'fact_belief', 'edge']) expect(await rows(table)).toBe(0)
    expect(await facts()).toEqual([])
  })

  it('makes it again out of the next source, in its words, and leaves nothing of the first', async () => {
    const first = await say(spine, reach, {
      value: 'KESTREL Harbour',
      verb: 'QUARTZLY live in',
      attribute: 'location',
    })
    await say(spine, reach, { value: 'kestrel harbour', verb: 'live in', attribute: 'location' })
    const [id] = first.ids as [ItemId]
    const receipt = await forget(spine, reach, first.source, { verify: true })
    expect(receipt).toMatchObject({ kept: [id], ids: [first.source], state: 'physical' })
    expect(await show(id)).toMatchObject({
      text: 'I live in kestrel harbour',
      fact: { key: 'user.location', value: 'kestrel harbour', status: 'active', confidence: 0.75 },
    })
    const bytes = readFileSync(join(storeFile(folder)))
    expect(bytes.includes('QUARTZLY')).toBe(false)
    expect(bytes.includes('KESTREL')).toBe(false)
  })

  it('believes what is left no more than it deserves', async () => {
    const tea = { value: 'fond of tea', category: 'preference' as const }
    const first = await say(spine, reach, tea)
    await say(spine, reach, { ...tea, preface: 'Noted: ' }, { origin: 'tool' })
    await gone(first.source)
    expect(await show(first.ids[0] as string)).toMatchObject({
      origin: 'tool',
      trust: 'observed',
      fact: { confidence: 0.6, status: 'active' },
    })
  })

  it('keeps what is said about a relation where a source that is left says it too', async () => {
    const first = await capture(spine, reach, {
      text: 'I meet with Sarah Chen every Monday about the budget.',
    })
    const relations = async () =>
      spine.store.query(
        all<{ name: string; value: string }>(sql`
          select e.name, substr(x.body, e.value_start + 1, e.value_end - e.value_start) as value
          from edge_attribute e
          join item i on i.bank = e.bank and i.rid = e.item_rid
          join item_text x on x.bank = i.bank and x.rid = i.text_rid
          where e.bank = ${reach.writes} order by e.rid`),
      )
    const before = await relations()
    expect(before.length).toBeGreaterThan(0)
    await capture(spine, reach, {
      text: 'I have a meeting with Sarah Chen every Monday about the budget.',
    })
    await gone(first.id)
    expect((await show(first.facts[0] as string)).text).toMatch(/^I have a meeting/)
    expect(await relations()).toEqual(before)
  })

  it('leaves what was restored restored, whatever older note is left', async () => {
    const MAY = Date.parse('2026-05-01T12:00:00Z')
    const first = await say(spine, reach, lives('Lisbon'), { at: MAY })
    await say(spine, reach, lives('Lisbon', 'Yes, '), { at: MAY + 1 })
    await say(spine, reach, lives('Porto'), { at: MAY + 2 })
    const [lisbon] = first.ids
    await restoreFact(spine, reach, lisbon as string)
    await gone(first.source)
    await say(spine, reach, lives('Braga'), { at: MAY + 3 })
    expect((await show(lisbon as string)).fact?.status).toBe('active')
  })

  it('asks again before it believes a tool about what only the user had said', async () => {
    const first = await say(spine, reach, lives('Lisbon'))
    await say(spine, reach, lives('Lisbon', 'Noted: '), { origin: 'tool' })
    await gone(first.source)
    expect(await show(first.ids[0] as string)).toMatchObject({ fact: { status: 'proposed' } })
    expect(await rows('fact_conflict')).toBe(1)
  })

  it('revives nothing by itself, and says what may be restored', async () => {
    const lisbon = await say(spine, reach, lives('Lisbon'))
    const porto = await say(spine, reach, lives('Porto'))
    const receipt = await gone(porto.source)
    expect(receipt.restorable).toEqual(lisbon.ids)
    expect(await show(lisbon.ids[0] as string)).toMatchObject({
      fact: { status: 'superseded', supersededBy: null },
    })
  })

  it('leaves no side of a contradiction in the ledger', async () => {
    const lisbon = await say(spine, reach, lives('Lisbon'))
    const porto = await say(spine, reach, lives('Porto'))
    await gone(lisbon.source)
    const left = await spine.store.query(
      all(sql`select old_rid, key_hash from fact_conflict where bank = ${reach.writes}`),
    )
    expect(left).toEqual([{ old_rid: null, key_hash: null }])
    expect((await gone(porto.source)).restorable).toEqual([])
    expect(await rows('fact_conflict')).toBe(0)
  })

  it('keeps forgotten what the same note states again', async () => {
    const first = await say(spine, reach, lives('Lisbon'))
    await gone(first.ids[0] as string)
    expect((await say(spine, reach, lives('Lisbon'))).ids).toEqual([])
    expect(await facts()).toEqual([])
    expect((await spine.store.read(readItems, spine, reach.writes, sql`1 = 1`)).length).toBe(1)
  })

  it('keeps forgotten what several notes stated when one of them is imported again', async () => {
    const MAY = Date.parse('2026-05-01T12:00:00Z')
    const first = await say(spine, reach, lives('Lisbon'), { at: MAY })
    await say(spine, reach, lives('Porto'), { at: MAY + 1 })
    const third = await say(spine, reach, lives('Lisbon', 'Yes, '), { at: MAY + 2 })
    for (const id of [...first.ids, ...third.ids]) await gone(id)
    for (const preface of ['', 'Yes, ']) await say(spine, reach, lives('Lisbon', preface), { isImport: true })
    expect((await facts()).length).toBe(1)
  })

  it('touches no other bank', async () => {
    const other = reachOf({ user: `user${++users}` })
    const mine = await say(spine, reach, lives('Lisbon'))
    await say(spine, other, lives('Lisbon'))
    await gone(mine.source)
    expect(await spine.store.read(readFacts, other.writes, sql`1 = 1`)).toHaveLength(1)
  })
})
