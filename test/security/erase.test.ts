import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { MemoryError } from '../../src/errors.js'
import { forget } from '../../src/items/forget.js'
import { type Driver, openDriver } from '../../src/store/sqlite/driver.js'
import { capture } from '../../src/user/thoughts.js'
import { ann, importLines, openSpine, storeFile, temporaryFolder } from '../open-spine.js'
import { createRandom, runSeed } from '../random.js'
import { forgetAtRandom, harmed, needlesOfForgotten, remember, tracesOf } from './erasure.js'
import { createSampler, tokensOf } from './forgetting-history.js'
import { type Needle, needlesOf, searchFolder } from './trace-detector.js'

describe('forgetting', () => {
  it(`leaves no byte and no index term of what was forgotten (SEED=${runSeed})`, {
    timeout: 120_000,
  }, async () => {
    const folder = await temporaryFolder()
    const erasure = await forgetAtRandom(folder, createRandom(runSeed), { items: 1_200, forgets: 25 })
    expect(erasure.receipts.filter(({ state }) => state !== 'physical')).toEqual([])
    expect(tracesOf(folder, erasure.forgotten, erasure.living)).toEqual([])
    expect(await harmed(folder, erasure.living)).toEqual([])
    expect(erasure.findings).toEqual([])
  })
})

/** A library that says it overwrites what it frees, and does not. */
function withoutSecureDelete(file: string): Driver {
  const driver = openDriver(file)
  return Object.assign(Object.create(driver) as Driver, {
    pragma: (text: string) =>
      text === 'secure_delete' ? 1 : driver.pragma(text.replace('secure_delete = on', 'secure_delete = off')),
  })
}

describe('the detector itself', () => {
  it('finds every kind of text before it is forgotten', async () => {
    const folder = await temporaryFolder()
    const sample = createSampler(createRandom(runSeed + 1))
    const spine = await openSpine(folder)
    const kept = await remember(
      spine,
      Array.from({ length: 150 }, (_, i) => sample(i)),
    )
    await spine.store.close()
    const needles = kept.map((one) => needlesOfForgotten([one], [], tokensOf(one.text)))
    const seen = new Set(searchFolder(folder, needles.flat()).map((trace) => trace.replace(/^[^:]*: /, '')))
    const isSeen = ({ form, bytes }: Needle) => seen.has(`${form}: ${bytes.toString('latin1')}`)
    const unseen = kept.filter((_, i) => needles[i]?.length !== 0 && !needles[i]?.some(isSeen))
    expect(unseen).toEqual([])
  })

  it('finds what a deletion without secure_delete leaves behind', async () => {
    const folder = await temporaryFolder()
    const sample = createSampler(createRandom(runSeed + 2))
    const spine = await openSpine(folder)
    const kept = await remember(
      spine,
      Array.from({ length: 150 }, (_, i) => sample(i)),
    )
    await spine.store.close()
    const db = new BetterSqlite3(storeFile(folder))
    db.pragma('secure_delete = off')
    const victims = kept.filter((_, i) => i % 10 === 0)
    for (const { id } of victims) db.prepare('delete from item_text where item_id = ?').run(id)
    db.close()
    const living = kept.filter((one) => !victims.includes(one))
    expect(tracesOf(folder, victims, living).length).toBeGreaterThan(victims.length)
  })
})

describe('the proof', () => {
  it('finds bytes that a deletion left in free pages, and vacuums them away', async () => {
    const folder = await temporaryFolder()
    const spine = await openSpine(folder, { open: withoutSecureDelete })
    const sample = createSampler(createRandom(runSeed + 3))
    const kept = await remember(
      spine,
      Array.from({ length: 100 }, (_, i) => sample(i)),
    )
    const victim = kept.find(({ text }) => text.length > 60 && text.length < 200) as (typeof kept)[number]
    expect(await forget(spine, ann, victim.id, { verify: true })).toMatchObject({
      state: 'physical',
      proof: { repairs: ['vacuum'] },
    })
    await spine.store.close()
    const living = kept.filter((one) => one !== victim)
    expect(tracesOf(folder, [victim], living)).toEqual([])
  })
})

describe('a receipt', () => {
  it('covers tags, and takes none for a trace that another note still has', async () => {
    const folder = await temporaryFolder()
    const spine = await openSpine(folder)
    const rare = 'quokkamarzipan'
    const shared = 'a tag that more than one note has'
    const { id } = await capture(spine, ann, { text: 'the first', tags: [rare, shared] })
    await capture(spine, ann, { text: 'the second', tags: [shared] })
    const receipt = await forget(spine, ann, id, { verify: true })
    expect(receipt).toMatchObject({ state: 'physical', counts: { thought_tag: 2 }, proof: { repairs: [] } })
    await spine.store.close()
    expect(searchFolder(folder, needlesOf(rare))).toEqual([])
    expect(searchFolder(folder, needlesOf(shared))).not.toEqual([])
  })

  it('takes the words by which a table was made for no trace of a note that says them too', async () => {
    const spine = await openSpine(await temporaryFolder())
    const text =
      'create table audit_read (at integer not null, operation text not null, counts text not null) strict'
    const { id } = await capture(spine, ann, { text })
    expect(await forget(spine, ann, id, { verify: true })).toMatchObject({ state: 'physical' })
    await spine.store.close()
  })

  it('says logical, with the reason, while a reader still sees the state before', async () => {
    const folder = await temporaryFolder()
    const spine = await openSpine(folder)
    const { id } = await capture(spine, ann, { text: 'the reader still sees quokkamarzipan' })
    const reader = new BetterSqlite3(storeFile(folder))
    reader.exec('begin')
    reader.prepare('select count(*) from item').get()
    const receipt = await forget(spine, ann, id, { verify: true })
    expect(receipt).toMatchObject({ state: 'logical', reason: expect.stringContaining('pending_readers') })
    reader.exec('rollback')
    reader.close()
    await spine.store.close()
  })

  it('says logical, with the reason, when the look on disk fails', async () => {
    const folder = await temporaryFolder()
    const spine = await openSpine(folder)
    const { id } = await capture(spine, ann, { text: 'gone in any case' })
    const verifyErased = () => Promise.reject(new MemoryError('store_failed', 'the process ended early'))
    const blind = { ...spine, store: { ...spine.store, verifyErased } }
    expect(await forget(blind, ann, id, { verify: true })).toMatchObject({
      state: 'logical',
      reason: expect.stringContaining('the process ended early'),
    })
    await expect(forget(spine, ann, id, { verify: true })).rejects.toMatchObject({ code: 'not_found' })
    await spine.store.close()
  })

  it('names the rows of each table and every id that went', async () => {
    const folder = await temporaryFolder()
    const spine = await openSpine(folder)
    const source = await capture(spine, ann, { text: 'Mia said she moves to Lisbon' })
    const derived = await capture(spine, ann, {
      text: 'so Lisbon is where to write to',
      sources: [source.id],
    })
    const receipt = await forget(spine, ann, source.id, { verify: true })
    expect(new Set(receipt.ids)).toEqual(new Set([source.id, derived.id]))
    expect(receipt).toMatchObject({
      state: 'physical',
      reason: null,
      counts: { item: 2, item_text: 2, item_terms: 2, lineage: 1 },
    })
    await spine.store.close()
  })

  it('covers names: of a speaker, and of a session of which nothing is left', async () => {
    const folder = await temporaryFolder()
    const spine = await openSpine(folder)
    const turn = { session: 'holiday in Ptolemais Hermiou', speaker: 'Wilhelmina Quatermass-Fenwick' }
    const [kept] = await remember(spine, [{ text: 'we leave on Friday', turn }])
    await forget(spine, ann, kept?.id ?? '', { verify: true })
    await importLines(spine, ann, JSON.stringify({ role: 'user', content: 'we leave on Friday', ...turn }))
    await spine.store.close()
    expect(tracesOf(folder, [{ text: 'we leave on Friday', turn }], [])).toEqual([])
  })
})
