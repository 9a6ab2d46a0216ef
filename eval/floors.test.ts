import { afterAll, describe, expect, it } from 'vitest'
import { createPackagedEmbedder } from '../src/model/packaged-embedder.js'
import { cachedEmbedder, hasCache } from './embedding-cache.js'
import { floorsOf } from './floors.js'
import { tableOf } from './report.js'
import { runSet } from './run-set.js'
import { readSet, type SetName, setsIn } from './sets.js'

const folder = process.env['RECOLLECT_EVAL'] ?? ''

/** Every n-th question of the large sets, so that the whole takes half a minute; `npm run eval` asks all. */
const everyOf: Readonly<Partial<Record<SetName, number>>> = {
  locomo: 2,
  beam100k: 2,
  longmemeval_pool: 2,
  xquad_en: 3,
  xquad_zh: 3,
  cmrc2018_zh: 16,
}

const tested: readonly SetName[] = [
  'locomo',
  'beam100k',
  'longmemeval_pool',
  'xquad_en',
  'xquad_zh',
  'cmrc2018_zh',
  'supersession',
  'supersession_pool',
]

describe.skipIf(folder === '')('floors on the public sets (skipped: RECOLLECT_EVAL is not set)', () => {
  const tables: string[] = []
  const present = folder === '' ? [] : setsIn(folder)

  it('has the sets that are to be tested', () => {
    expect(present).toEqual(expect.arrayContaining([...tested]))
  })

  it.each(tested)('%s stays above its floors', { timeout: 240_000 }, async (name) => {
    const result = await runSet(readSet(folder, name), { mode: 'measured', every: everyOf[name] ?? 1 })
    tables.push(tableOf(result, undefined))
    const floors = floorsOf(result, false)
    expect(floors.length).toBeGreaterThan(0)
    expect(floors.filter(({ floor, value }) => value < floor)).toEqual([])
  })

  afterAll(() => {
    for (const table of tables) console.log(table)
  })
})

/** Two sets, so that it takes no minute; `npm run eval -- --meaning` asks all, and fills the cache. */
const withMeaning: readonly SetName[] = ['locomo', 'longmemeval_pool']
const packaged = createPackagedEmbedder()

describe.skipIf(folder === '' || !hasCache(packaged))(
  'floors with the packaged embedder (skipped: no vectors of the sets are kept here)',
  () => {
    it.each(withMeaning)('%s stays above its floors', { timeout: 240_000 }, async (name) => {
      const embedder = cachedEmbedder(packaged)
      const result = await runSet(readSet(folder, name), { mode: 'measured', every: 1, embedder })
      expect(floorsOf(result, true).filter(({ floor, value }) => value < floor)).toEqual([])
    })
  },
)
