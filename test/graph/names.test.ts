import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findEntities } from '../../src/graph/find-entities.js'
import { graphChecks } from '../../src/graph/graph-checks.js'
import { readEntities } from '../../src/graph/read-entities.js'
import { walk } from '../../src/graph/walk.js'
import { doctor } from '../../src/items/doctor.js'
import { forget } from '../../src/items/forget.js'
import type { Spine } from '../../src/items/spine.js'
import { sql } from '../../src/store/sql.js'
import { all, type Tx } from '../../src/store/statement.js'
import { readFacts } from '../../src/user/facts/fact.js'
import { ann, openSpine, storeFile, temporaryFolder } from '../open-spine.js'
import { tell } from './tell.js'

const bank = ann.writes
const open = async () => openSpine(await temporaryFolder(), { durability: 'normal' })

async function known(spine: Spine, name: string) {
  return spine.store.read(function* look() {
    return yield* readEntities(bank, yield* findEntities(spine, bank, name))
  })
}

describe('names of entities', () => {
  it('are one whatever their case, accents and spaces', async () => {
    const spine = await open()
    await tell(spine, ann, 'Café Zürich is a place', { entities: [['place', 'Café Zürich']] })
    await tell(spine, ann, 'we met at cafe  zurich', { entities: [[null, 'cafe  zurich']] })
    expect(await known(spine, 'CAFE ZURICH')).toMatchObject([
      { name: 'Café Zürich', type: 'place', mentions: 2, aliases: [] },
    ])
    await spine.store.close()
  })

  it('of projects are found without the word project', async () => {
    const spine = await open()
    await tell(spine, ann, 'Project Atlas began', { entities: [['project', 'Project Atlas']] })
    await tell(spine, ann, 'Postgres is for Atlas', { entities: [['project', 'Atlas']] })
    expect(await known(spine, 'atlas')).toMatchObject([{ name: 'Project Atlas', mentions: 2 }])
  })

  it('are found by a given name while only one person has it', async () => {
    const spine = await open()
    await tell(spine, ann, 'Sarah Chen is here', { entities: [['person', 'Sarah Chen']] })
    await tell(spine, ann, 'Sarah likes tea', { entities: [['person', 'Sarah']] })
    expect(await known(spine, 'sarah')).toMatchObject([
      { name: 'Sarah Chen', mentions: 2, aliases: ['Sarah'] },
    ])
    await tell(spine, ann, 'Sarah Kim is there', { entities: [['person', 'Sarah Kim']] })
    expect((await known(spine, 'Sarah')).map(({ name }) => name)).toEqual(['Sarah Chen', 'Sarah Kim'])
    await tell(spine, ann, 'Sarah laughs', { entities: [['person', 'Sarah']] })
    expect(await known(spine, 'Sarah')).toMatchObject([{ name: 'Sarah', mentions: 1 }])
    await spine.store.close()
  })

  it('of two people in one text are kept apart', async () => {
    const spine = await open()
    await tell(spine, ann, 'Sarah Chen, Sarah for short, met Sam', {
      entities: [
        ['person', 'Sarah Chen', 'Sarah'],
        ['person', 'Sam'],
      ],
    })
    expect(await known(spine, 'sarah')).toMatchObject([{ name: 'Sarah Chen', mentions: 1 }])
    await spine.store.close()
  })

  it('take the type that becomes known, and keep it', async () => {
    const spine = await open()
    await tell(spine, ann, 'Apollo again', { entities: [[null, 'Apollo']] })
    await tell(spine, ann, 'the project Apollo', { entities: [['project', 'Apollo']] })
    await tell(spine, ann, 'Apollo the tool', { entities: [['tool', 'Apollo']] })
    expect(await known(spine, 'apollo')).toMatchObject([{ type: 'project', mentions: 3 }])
    await spine.store.close()
  })

  it('in two scripts are one where a text says so', async () => {
    const spine = await open()
    await tell(spine, ann, '李山 (Sam Lee) 来了', { entities: [['person', 'Sam Lee', '李山']] })
    await tell(spine, ann, '李山走了', { entities: [['person', '李山']] })
    expect(await known(spine, 'Sam Lee')).toMatchObject([{ mentions: 2, aliases: ['李山', 'Sam'] }])
    await spine.store.close()
  })

  it.each(['__proto__', 'constructor', 'toString', '"; drop table entity; --', '%', '😀'])(
    'may be %s',
    async (name) => {
      const spine = await open()
      await tell(spine, ann, `x ${name} y`, { entities: [['tool', name]] })
      expect(await known(spine, name)).toMatchObject([{ name, type: 'tool' }])
      expect(await known(spine, 'nobody')).toEqual([])
      await spine.store.close()
    },
  )
})

describe('forgetting', () => {
  const rows = (spine: Spine) =>
    spine.store.read(function* look(): Tx<unknown[]> {
      return [
        ...(yield* all(sql`select name from entity_name where bank = ${bank}`)),
        ...(yield* all(sql`select name_rid from entity_alias where bank = ${bank}`)),
        ...(yield* all(sql`select rid from entity where bank = ${bank}`)),
        ...(yield* all(sql`select item_rid from mention where bank = ${bank}`)),
        ...(yield* all(sql`select item_rid from edge where bank = ${bank}`)),
      ]
    })

  it('leaves no name, entity or edge that nothing else speaks of', async () => {
    const spine = await open()
    const id = await tell(spine, ann, 'Alex Patel owns the web chat UI, and I manage Alex', {
      entities: [
        ['person', 'Alex Patel', 'Alex'],
        ['project', 'web chat UI'],
      ],
      relations: [
        [0, 'owns', 1],
        ['speaker', 'manages', 0],
      ],
    })
    const receipt = await forget(spine, ann, id, { verify: true })
    expect(await rows(spine)).toEqual([])
    expect(receipt).toMatchObject({
      state: 'physical',
      counts: { entity: 3, entity_name: 4, mention: 3, edge: 2 },
    })
    await spine.store.close()
  })

  it('leaves no spelling that nothing else uses', async () => {
    const folder = await temporaryFolder()
    const spine = await openSpine(folder, { durability: 'normal' })
    const id = await tell(spine, ann, 'ZORBLAXIANSKI QUUXINGHAM works with GIZMOTRON INDUSTRIES', {
      entities: [
        ['person', 'ZORBLAXIANSKI QUUXINGHAM'],
        ['organisation', 'GIZMOTRON INDUSTRIES'],
      ],
      relations: [[0, 'works_at', 1]],
      facts: [[0, 'employer', 'GIZMOTRON INDUSTRIES']],
    })
    await tell(spine, ann, 'At Gizmotron  Industries Zorblaxianski Quuxingham is', {
      entities: [
        ['person', 'Zorblaxianski Quuxingham'],
        ['organisation', 'Gizmotron  Industries'],
      ],
      relations: [[0, 'works_at', 1]],
      facts: [[0, 'employer', 'Gizmotron  Industries']],
    })
    const [before] = await known(spine, 'Zorblaxianski')
    const receipt = await forget(spine, ann, id, { verify: true })
    expect(receipt.state).toBe('physical')
    const file = readFileSync(storeFile(folder), 'latin1')
    expect(file).not.toContain('ZORBLAX')
    expect(file).not.toContain('GIZMOTRON')
    expect(await known(spine, 'Zorblaxianski')).toEqual([
      {
        ...before,
        name: 'Zorblaxianski Quuxingham',
        aliases: ['Zorblaxianski'],
        mentions: 1,
        firstAt: before?.lastAt,
      },
    ])
    expect(await known(spine, 'GIZMOTRON industries')).toMatchObject([{ name: 'Gizmotron Industries' }])
    const checks = (await doctor(spine, ann)).filter(({ check }) =>
      graphChecks.some((one) => one.check === check),
    )
    expect(checks.map(({ isOk }) => isOk)).toEqual([true, true, true])
    const [person] = await spine.store.read(findEntities, spine, bank, 'Zorblaxianski Quuxingham')
    const around = { direction: 'out', hops: 1, limit: 5 } as const
    expect(await spine.store.read(walk, bank, person as number, around)).toMatchObject({
      reached: { length: 1 },
    })
    await spine.store.close()
  })

  it('parts two names that only the forgotten text said were one', async () => {
    const spine = await open()
    const both = ['person', 'Sarah Chen', 'Nightowl'] as const
    const one = await tell(spine, ann, 'Sarah Chen (Nightowl) is here', { entities: [both] })
    const other = await tell(spine, ann, 'Sarah Chen aka Nightowl', { entities: [both] })
    const lives = (who: string, value: string) =>
      tell(spine, ann, `${who} lives in ${value}`, {
        entities: [['person', who]],
        facts: [[0, 'location', value]],
      })
    await lives('Sarah Chen', 'Lisbon')
    await lives('Nightowl', 'Paris')
    await forget(spine, ann, one, { verify: false })
    expect(await known(spine, 'Nightowl')).toMatchObject([{ name: 'Sarah Chen', mentions: 3 }])
    await forget(spine, ann, other, { verify: false })
    expect(await known(spine, 'Nightowl')).toMatchObject([{ name: 'Nightowl', aliases: [], mentions: 1 }])
    expect(await known(spine, 'Sarah')).toMatchObject([
      { name: 'Sarah Chen', aliases: ['Sarah'], mentions: 1 },
    ])
    const held = sql`f.status = 'active' and f.key_hash is not null`
    expect(await spine.store.read(readFacts, bank, held)).toHaveLength(2)
    await lives('Nightowl', 'Rome')
    expect(await spine.store.read(readFacts, bank, held)).toHaveLength(2)
    await spine.store.close()
  })

  it('keeps what another item names, by the name that it uses', async () => {
    const spine = await open()
    const id = await tell(spine, ann, 'Sarah Chen is here', { entities: [['person', 'Sarah Chen']] })
    await tell(spine, ann, 'Sarah likes tea', { entities: [['person', 'Sarah']] })
    await forget(spine, ann, id, { verify: false })
    expect(await known(spine, 'Sarah Chen')).toEqual([])
    expect(await known(spine, 'Sarah')).toMatchObject([{ name: 'Sarah', aliases: [], mentions: 1 }])
    await tell(spine, ann, 'Sarah sings', { entities: [['person', 'Sarah']] })
    expect(await known(spine, 'Sarah')).toMatchObject([{ mentions: 2 }])
    await spine.store.close()
  })
})
