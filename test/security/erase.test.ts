import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { forget } from '../../src/items/forget.js'
import { capture } from '../../src/user/thoughts.js'
import { ann, importLines, openSpine, storeFile, temporaryFolder } from '../open-spine.js'
import { createRandom, runSeed } from '../random.js'
import { forgetAtRandom, harmed, needlesOfForgotten, remember, tracesOf } from './erasure.js'
import { createSampler, tokensOf } from './forgetting-history.js'
import { searchFolder } from './trace-detector.js'

describe('forgetting', () => {
  it(`leaves no byte and no index term of what was forgotten (SEED=${runSeed})`, async () => {
    const folder = await temporaryFolder()
    const erasure = await forgetAtRandom(folder, createRandom(runSeed), { items: 1_500, forgets: 40 })
    expect(erasure.receipts.filter(({ state }) => state !== 'physical')).toEqual([])
    expect(tracesOf(folder, erasure.forgotten, erasure.living)).toEqual([])
    expect(await harmed(folder, erasure.living)).toEqual([])
    expect(erasure.findings).toEqual([])
  })
})

describe('the detector itself', () => {
  it('finds every kind of text before it is forgotten', async () => {
    const folder = await temporaryFolder()
    const sample = createSampler(createRandom(runSeed + 1))
    const spine = await openSpine(folder)
    const kept = await remember(
      spine,
      Array.from({ length: 300 }, (_, i) => sample(i)),
    )
    await spine.store.close()
    const unseen = kept.filter((one) => {
      const needles = needlesOfForgotten([one], [], tokensOf(one.text))
      return needles.length > 0 && searchFolder(folder, needles).length === 0
    })
    expect(unseen).toEqual([])
  })

  it('finds what a deletion without secure_delete leaves behind', async () => {
    const folder = await temporaryFolder()
    const sample = createSampler(createRandom(runSeed + 2))
    const spine = await openSpine(folder)
    const kept = await remember(
      spine,
      Array.from({ length: 300 }, (_, i) => sample(i)),
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

describe('a receipt', () => {
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

  it('names the rows of each table and every id that went', async () => {
    const folder = await temporaryFolder()
    const spine = await openSpine(folder)
    const source = await capture(spine, ann, { text: 'Mia said she moves to Lisbon' })
    const derived = await capture(spine, ann, { text: 'Mia lives in Lisbon', sources: [source.id] })
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
