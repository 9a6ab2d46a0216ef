import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findEntities, findEntityById } from '../../src/graph/find-entities.js'
import { readEntities } from '../../src/graph/read-entities.js'
import { forget } from '../../src/items/forget.js'
import type { Spine } from '../../src/items/spine.js'
import { sql } from '../../src/store/sql.js'
import { all, type Tx } from '../../src/store/statement.js'
import { readConflicts } from '../../src/user/facts/conflicts.js'
import { readFacts } from '../../src/user/facts/fact.js'
import { mergeEntities } from '../../src/user/merge-entities.js'
import { splitEntity } from '../../src/user/split-entity.js'
import { ann, openSpine, temporaryFolder } from '../open-spine.js'
import { tell } from './tell.js'

const bank = ann.writes
const open = async () => openSpine(await temporaryFolder(), { durability: 'normal' })

/** Everything that a merge may change. */
const graphRows = (spine: Spine) =>
  spine.store.read(function* look(): Tx<unknown> {
    return {
      entities: yield* all(
        sql`select rid, id, type, merged_rid from entity where bank = ${bank} order by rid`,
      ),
      names: yield* all(sql`
        select name_rid, entity_rid, own_rid, of_rid from entity_alias where bank = ${bank} order by name_rid`),
      mentions: yield* all(sql`
        select item_rid, name_rid, entity_rid from mention where bank = ${bank} order by item_rid, name_rid`),
      edges: yield* all(sql`
        select item_rid, type, status, from_rid, to_rid, from_name, to_name from edge
        where bank = ${bank} order by item_rid`),
      facts: yield* all(sql`
        select item_rid, subject_rid, key_hash, form_hash, status, valid_from, valid_until from fact where bank = ${bank} order by item_rid`),
    }
  })

const known = (spine: Spine, name: string) =>
  spine.store.read(function* look() {
    return yield* readEntities(bank, yield* findEntities(spine, bank, name))
  })

async function slAndSam(spine: Spine) {
  await tell(spine, ann, 'Sam Lee owns the billing service', {
    entities: [
      ['person', 'Sam Lee'],
      ['project', 'billing service'],
    ],
    relations: [[0, 'owns', 1]],
  })
  await tell(spine, ann, 'SL works with Sam Lee and lives in Porto', {
    entities: [
      ['person', 'SL'],
      ['person', 'Sam Lee'],
    ],
    relations: [[0, 'works_with', 1]],
    facts: [[0, 'location', 'Porto']],
  })
}

describe('merging two entities', () => {
  it('makes them one, by every name, and keeps aliases', async () => {
    const spine = await open()
    await slAndSam(spine)
    const { entity, undo } = await mergeEntities(spine, ann, {
      keep: { name: 'Sam Lee' },
      merge: { name: 'SL' },
    })
    expect(entity).toMatchObject({ name: 'Sam Lee', aliases: ['SL', 'Sam'], mentions: 2 })
    expect(await known(spine, 'sl')).toEqual([entity])
    const oldId = undo.into
    expect(await spine.store.read(findEntityById, bank, oldId)).toBe(entity.rid)
    await spine.store.close()
  })

  it('is undone by parting the names that came, down to the last row', async () => {
    const spine = await open()
    await slAndSam(spine)
    const before = await graphRows(spine)
    const { undo } = await mergeEntities(spine, ann, { keep: { name: 'Sam Lee' }, merge: { name: 'SL' } })
    expect(await graphRows(spine)).not.toEqual(before)
    await splitEntity(spine, ann, { from: { id: undo.id }, names: undo.names })
    expect(await graphRows(spine)).toEqual(before)
    await spine.store.close()
  })

  it('lets what is said next supersede what was said of the other', async () => {
    const spine = await open()
    await slAndSam(spine)
    await mergeEntities(spine, ann, { keep: { name: 'Sam Lee' }, merge: { name: 'SL' } })
    await tell(spine, ann, 'Sam Lee moved to Lisbon', {
      entities: [['person', 'Sam Lee']],
      facts: [[0, 'location', 'Lisbon']],
    })
    const held = await spine.store.query(
      all(sql`select t.value, f.status from fact f join fact_text t on t.bank = f.bank and t.item_rid = f.item_rid
        where f.bank = ${bank} and t.attribute = 'location' order by f.item_rid`),
    )
    expect(held).toEqual([
      { value: 'Porto', status: 'superseded' },
      { value: 'Lisbon', status: 'active' },
    ])
    await spine.store.close()
  })

  it('lets one of two that hold a key give way, for review, until they are parted again', async () => {
    const spine = await open()
    const employer = async (who: string, value: string, day: number) =>
      tell(spine, ann, `${who} works at ${value}`, {
        entities: [['person', who]],
        facts: [[0, 'employer', value]],
        at: Date.UTC(2026, 0, day),
      })
    const held = async () =>
      (
        await spine.store.query(
          all<{ value: string; status: string; valid_until: number | null }>(sql`
            select t.value, f.status, f.valid_until from fact f
            join fact_text t on t.bank = f.bank and t.item_rid = f.item_rid
            where f.bank = ${bank} order by f.item_rid`),
        )
      ).map(({ value, status }) => `${value} ${status}`)
    const waiting = async () =>
      (await spine.store.read(readConflicts, spine, bank, 10)).map((one) => [
        one.resolution,
        one.old?.fact?.value,
        one.new.fact?.value,
      ])
    await employer('Sam Lee', 'Acme', 2)
    await employer('SL', 'Globex', 3)
    await employer('Sammy', 'Hooli', 1)
    const before = await graphRows(spine)
    const first = await mergeEntities(spine, ann, { keep: { name: 'Sam Lee' }, merge: { name: 'SL' } })
    expect(await held()).toEqual(['Acme superseded', 'Globex active', 'Hooli active'])
    expect(await waiting()).toEqual([['needs_review', 'Acme', 'Globex']])
    const second = await mergeEntities(spine, ann, { keep: { name: 'Sam Lee' }, merge: { name: 'Sammy' } })
    expect(await held()).toEqual(['Acme superseded', 'Globex active', 'Hooli superseded'])
    // In the order in which they came: what is left still holds one value.
    await splitEntity(spine, ann, { from: { id: first.undo.id }, names: ['SL'] })
    expect(await held()).toEqual(['Acme active', 'Globex active', 'Hooli superseded'])
    expect(await waiting()).toEqual([['needs_review', 'Hooli', 'Acme']])
    await splitEntity(spine, ann, { from: { id: second.undo.id }, names: ['Sammy'] })
    expect(await graphRows(spine)).toEqual(before)
    expect(await waiting()).toEqual([])
    await mergeEntities(spine, ann, { keep: { name: 'Sam Lee' }, merge: { name: 'SL' } })
    await employer('Sam Lee', 'Initech', 9)
    expect(await held()).toEqual(['Acme superseded', 'Globex superseded', 'Hooli active', 'Initech active'])
    await spine.store.close()
  })

  it('takes the same said of both for a repeat, which nobody has to review', async () => {
    const spine = await open()
    for (const who of ['Sam Lee', 'SL'])
      await tell(spine, ann, `${who} works at Acme`, {
        entities: [['person', who]],
        facts: [[0, 'employer', 'Acme']],
      })
    const before = await graphRows(spine)
    const { undo } = await mergeEntities(spine, ann, { keep: { name: 'Sam Lee' }, merge: { name: 'SL' } })
    expect(await spine.store.read(readConflicts, spine, bank, 10)).toEqual([])
    const active = sql`f.status = 'active'`
    expect(await spine.store.read(readFacts, bank, active)).toHaveLength(1)
    await splitEntity(spine, ann, { from: { id: undo.id }, names: undo.names })
    expect(await graphRows(spine)).toEqual(before)
    await spine.store.close()
  })

  it('refuses what is one already, what nobody knows, and the user', async () => {
    const spine = await open()
    await slAndSam(spine)
    const keep = { name: 'Sam Lee' }
    await expect(mergeEntities(spine, ann, { keep, merge: { name: 'sam lee' } })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(mergeEntities(spine, ann, { keep, merge: { name: 'Nobody' } })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(mergeEntities(spine, ann, { keep, merge: { name: 'you' } })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await spine.store.close()
  })

  it('forgets a merged name with its last item, and the entity that is then never given back', async () => {
    const spine = await open()
    const id = await tell(spine, ann, 'SL is here', { entities: [['person', 'SL']] })
    await tell(spine, ann, 'Sam Lee is here', { entities: [['person', 'Sam Lee']] })
    const { undo } = await mergeEntities(spine, ann, { keep: { name: 'Sam Lee' }, merge: { name: 'SL' } })
    await forget(spine, ann, id, { verify: false })
    expect(await known(spine, 'SL')).toEqual([])
    expect(await spine.store.read(findEntityById, bank, undo.into)).toBeUndefined()
    expect(await known(spine, 'Sam Lee')).toMatchObject([{ aliases: ['Sam'] }])
    await spine.store.close()
  })
})

describe('splitting an entity', () => {
  it('gives names of its own to an entity of their own, which a merge brings back', async () => {
    const spine = await open()
    await tell(spine, ann, 'Jordan Lee, also J. Lee, is here', {
      entities: [['person', 'Jordan Lee', 'J. Lee']],
    })
    const [whole] = await known(spine, 'Jordan Lee')
    const { entity, parted } = await splitEntity(spine, ann, {
      from: { name: 'Jordan Lee' },
      names: ['J. Lee'],
    })
    expect(entity).toMatchObject({ id: whole?.id, aliases: ['Jordan'] })
    expect(parted).toMatchObject([{ name: 'J. Lee', type: 'person', mentions: 1 }])
    const { entity: again } = await mergeEntities(spine, ann, {
      keep: { name: 'Jordan Lee' },
      merge: { name: 'J. Lee' },
    })
    expect(again).toMatchObject({ id: whole?.id, aliases: ['J. Lee', 'Jordan'] })
    await spine.store.close()
  })

  it('leaves at least one name, and knows which names there are', async () => {
    const spine = await open()
    await slAndSam(spine)
    const from = { name: 'Sam Lee' }
    await expect(splitEntity(spine, ann, { from, names: ['Sam Lee'] })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(splitEntity(spine, ann, { from, names: ['SL'] })).rejects.toMatchObject({
      code: 'not_found',
    })
    await spine.store.close()
  })
})

it('gives back every entity, whatever was merged into what', async () => {
  const names = ['Ann Bee', 'Bo Cee', 'Cy Dee', 'Di Eff', 'Ed Bee', 'Ann Gee']
  const pair = fc.tuple(fc.nat({ max: names.length - 1 }), fc.nat({ max: names.length - 1 }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(pair, { minLength: 1, maxLength: 12 }),
      fc.array(pair, { minLength: 1, maxLength: 5 }),
      async (relations, merges) => {
        const spine = await open()
        for (const [from, to] of relations) {
          if (from === to) continue
          const [a, b] = [names[from] as string, names[to] as string]
          await tell(spine, ann, `${a} with ${b}`, {
            entities: [
              ['person', a],
              ['person', b],
            ],
            relations: [[0, from % 2 === 0 ? 'works_with' : 'manages', 1]],
            facts: [[0, 'role', b]],
          })
        }
        const before = await graphRows(spine)
        const undos = []
        for (const [keep, merge] of merges) {
          const merged = await mergeEntities(spine, ann, {
            keep: { name: names[keep] as string },
            merge: { name: names[merge] as string },
          }).catch(() => undefined)
          if (merged !== undefined) undos.push(merged.undo)
        }
        for (const { id, names: moved, into } of undos.reverse())
          await splitEntity(spine, ann, { from: { id }, names: moved, into })
        expect(await graphRows(spine)).toEqual(before)
        await spine.store.close()
      },
    ),
    { numRuns: 15 },
  )
}, 60_000)
