import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { createRandom, runSeed } from '../random.js'
import { apartFromTime, archiveOf, live, steadyEnv } from './stores.js'

const users = ['me', 'ann', 'Ann']

/** A store with a random history of three users. */
async function filled(
  seed: number,
  options: { readonly home?: string; readonly store?: string },
): Promise<Engine> {
  const env = steadyEnv()
  const engine = await openMemory({ ...options, durability: 'normal', env, zone: 'UTC' })
  const random = createRandom(seed)
  for (let round = 0; round < 2; round++)
    for (const user of users) await live(engine.as({ user }), random, env, 12)
  return engine
}

async function openFresh(name: string, store?: string): Promise<Engine> {
  const place = store === undefined ? { home: await temporaryFolder() } : { store }
  return openMemory({ ...place, durability: 'normal', env: steadyEnv(name), zone: 'UTC' })
}

/** What doctor finds wrong for each user, and for the store. */
async function troubles(engine: Engine): Promise<unknown[]> {
  const found = []
  for (const who of [...users.map((user) => ({ user })), { administrator: true }]) {
    const { findings } = await engine.as(who).doctor({})
    found.push(...findings.filter(({ isOk }) => !isOk))
  }
  return found
}

async function statsOf(engine: Engine): Promise<unknown[]> {
  const all = []
  for (const user of users) all.push(await engine.as({ user }).stats({}))
  return all
}

describe.each(Array.from({ length: 8 }, (_, i) => runSeed + i))('a random history (seed %i)', (seed) => {
  it('comes out of another store as it went in, again and again', async () => {
    const from = await filled(seed, { home: await temporaryFolder() })
    const archive = await archiveOf(from)
    const to = await openFresh('01')
    const report = await to.as({ administrator: true }).importArchive({ content: archive })
    expect(report).toMatchObject({ present: {}, leftOut: {}, forgotten: 0, proof: null })
    expect(apartFromTime(await archiveOf(to))).toEqual(apartFromTime(archive))
    const again = await to.as({ administrator: true }).importArchive({ content: archive.join('') })
    expect(again).toMatchObject({ added: {}, leftOut: {}, present: report.added })
    expect(apartFromTime(await archiveOf(to))).toEqual(apartFromTime(archive))
    // Looking adds to the log of reads, so it comes last.
    expect(await troubles(to)).toEqual([])
    expect(await statsOf(to)).toEqual(await statsOf(from))
    await from.close()
    await to.close()
  })
})

it('takes a file of a person along by its own name', async () => {
  const home = await temporaryFolder()
  const from = await openMemory({ home, records: 'folder', durability: 'normal', zone: 'UTC' })
  mkdirSync(join(home, 'records'))
  writeFileSync(join(home, 'records', 'NOTES.MD'), 'Upper case.')
  await from.as({}).recordList({})
  const archive = await archiveOf(from)
  const to = await openFresh('01')
  await to.as({ administrator: true }).importArchive({ content: archive })
  expect(apartFromTime(await archiveOf(to))).toEqual(apartFromTime(archive))
  expect((await to.as({}).recordRead({ which: 'notes.md' })).file).toBe('NOTES.MD')
  await from.close()
  await to.close()
})

describePostgres('a random history', () => {
  it.each([runSeed, runSeed + 1])('goes from SQLite to PostgreSQL and back (seed %i)', async (seed) => {
    const from = await filled(seed, { home: await temporaryFolder() })
    const archive = await archiveOf(from)
    const there = await openFresh('01', await newDatabase())
    await there.as({ administrator: true }).importArchive({ content: archive })
    const halfway = await archiveOf(there)
    expect(apartFromTime(halfway)).toEqual(apartFromTime(archive))
    expect(await troubles(there)).toEqual([])
    const back = await openFresh('02')
    await back.as({ administrator: true }).importArchive({ content: halfway })
    expect(apartFromTime(await archiveOf(back))).toEqual(apartFromTime(archive))
    expect(await troubles(back)).toEqual([])
    for (const engine of [from, there, back]) await engine.close()
  })

  it(`is the same on PostgreSQL from the start (seed ${runSeed})`, async () => {
    const onServer = await filled(runSeed, { store: await newDatabase() })
    const archive = await archiveOf(onServer)
    const to = await openFresh('01', await newDatabase())
    await to.as({ administrator: true }).importArchive({ content: archive })
    expect(apartFromTime(await archiveOf(to))).toEqual(apartFromTime(archive))
    expect(await troubles(to)).toEqual([])
    await onServer.close()
    await to.close()
  })
})
