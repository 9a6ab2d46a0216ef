import { expect, it } from 'vitest'
import { openMemory, operations } from '../../src/index.js'
import { denseEmbedder } from '../embedding/dense-embedder.mjs'
import { settled } from '../embedding/open-embedding.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newRoles } from '../postgres/database.js'
import { withoutFilter, withoutFilters } from '../postgres/without-filters.js'
import { attempts, type Name } from '../properties/isolation-attempts.js'
import { answerOf, fillTheirs, reveals } from '../properties/theirs.js'
import { comparableRows } from './comparable-rows.js'
import { rowsOf } from './rows-of.js'

describePostgres('the second wall, where the first is taken away', () => {
  it('keeps one user from another, in every operation', { timeout: 300_000 }, async () => {
    const { url: store, administrator } = await newRoles()
    const open = async (url: string) =>
      openMemory({ home: await temporaryFolder(), store: url, zone: 'UTC', embedder: denseEmbedder() })
    const engine = await open(store)
    const theirs = await fillTheirs(engine, 'bob')
    await settled(engine, 'bob')
    await engine.close()
    const before = await rowsOfBob(store)
    expect(before.length).toBeGreaterThan(80)

    const way = await withoutFilters(store)
    const robbed = await open(way.url)
    const ann = robbed.as({ user: 'ann' })
    for (const name of Object.keys(operations) as Name[])
      for (const input of attempts[name](theirs)) {
        const asked = theirs.ids.filter((id) => JSON.stringify(input).includes(id))
        const answer = asked.reduce((text, id) => text.replaceAll(id, ''), await answerOf(ann, name, input))
        expect([name, input, reveals(answer, theirs)]).toEqual([name, input, []])
      }
    await settled(robbed, 'ann')
    await robbed.close()
    await way.close()
    expect(way.count()).toBeGreaterThan(400)
    expect(await rowsOfBob(store)).toEqual(before)

    // For a superuser there is no second wall either: nothing else has kept them apart.
    const nowhere = await withoutFilters(administrator)
    const bare = await open(nowhere.url)
    expect(reveals(await answerOf(bare.as({ user: 'ann' }), 'thoughts', {}), theirs)).not.toEqual([])
    await bare.close()
    await nowhere.close()
  })
})

it('is tried with statements that have no filter left', () => {
  expect(withoutFilter('select 1 from item i where i.bank = $1 and bank in (select $2)')).toBe(
    `select 1 from item i where (i.bank = $1 or i.bank is not null) and '' not in (select $2)`,
  )
})

/** Every row of a bank of his, of any table. */
async function rowsOfBob(store: string): Promise<string[]> {
  const rows = comparableRows(await rowsOf({ home: '', store }))
  return Object.entries(rows).flatMap(([table, kept]) =>
    kept.filter((row) => row.includes('"u/bob/')).map((row) => `${table} ${row}`),
  )
}
