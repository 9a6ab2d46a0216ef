import { truncateSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/index.js'
import { storeFile, temporaryFolder } from '../open-spine.js'

const damages: readonly (readonly [check: string, statement: string])[] = [
  ['items', 'delete from item_text where rid = 1'],
  ['texts', 'delete from item where rid = 2'],
  ['index rows', 'update item_terms set version = 0'],
  ['counters', 'update bank set items = items + 1'],
  ['counters', 'delete from bank'],
  ['transcripts', 'delete from turn where seq = 2'],
  ['lineage', "update lineage set source_id = 'gone'"],
  ['tags', "update thought_tag set item_id = 'gone'"],
  ['tags', 'update thought_tag set at = at + 1'],
  ['full-text', 'delete from item_terms where rid = 3'],
  ['audit chain', "update audit set operation = 'memory.read' where seq = 1"],
  ['audit chain', 'delete from audit where seq = 1'],
]

describe('doctor', () => {
  it.each(damages)('finds what is wrong with %s after: %s', async (check, statement) => {
    const home = await filled()
    const db = new BetterSqlite3(storeFile(home))
    db.exec(statement)
    db.close()
    const findings = await findingsOf(home)
    expect(findings.find((finding) => finding.check === check)).toMatchObject({
      isOk: false,
      hint: expect.stringMatching(/./),
    })
  })

  it('finds nothing wrong with a store that was filled, used and reindexed', async () => {
    expect((await findingsOf(await filled())).filter(({ isOk }) => !isOk)).toEqual([])
  })

  it('repairs index rows and counters with a reindex', async () => {
    const home = await filled()
    const db = new BetterSqlite3(storeFile(home))
    db.exec('update item_terms set version = 0; update bank set items = 99, words = 1')
    db.close()
    await using(home, (engine) => engine.as({ user: 'ann' }).reindex({}))
    expect((await findingsOf(home)).filter(({ isOk }) => !isOk)).toEqual([])
  })

  it('tells damage of the file instead of failing', async () => {
    const home = await filled()
    const db = new BetterSqlite3(storeFile(home))
    const root = Number(db.prepare("select rootpage from sqlite_schema where name = 'turn'").pluck().get())
    const pageSize = Number(db.pragma('page_size', { simple: true }))
    db.close()
    truncateSync(storeFile(home), root * pageSize - pageSize)
    const report = await using(home, (engine) => engine.as({ user: 'ann' }).doctor({})).catch(
      (error: unknown) => error,
    )
    expect(JSON.stringify(report)).toMatch(/store_corrupt|"isHealthy":false/)
  })

  it('refuses a store that has lost its key', async () => {
    const home = await filled()
    const db = new BetterSqlite3(storeFile(home))
    db.exec('delete from store_meta')
    db.close()
    await expect(openMemory({ home })).rejects.toMatchObject({ code: 'store_corrupt' })
  })
})

async function filled(): Promise<string> {
  const home = await temporaryFolder()
  await using(home, async (engine) => {
    const memory = engine.as({ user: 'ann' })
    const { id } = await memory.capture({ text: 'the garden gate is green', tags: ['home'] })
    await memory.capture({ text: 'the gate', sources: [id] })
    const lines = [1, 2, 3].map((n) => JSON.stringify({ role: 'user', content: `turn number ${n}` }))
    await memory.import({ content: lines.join('\n') })
    await memory.search({ question: 'garden' })
  })
  return home
}

async function findingsOf(home: string) {
  return (await using(home, (engine) => engine.as({ user: 'ann' }).doctor({}))).findings
}

async function using<T>(home: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openMemory({ home, zone: 'UTC' })
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}
