import { beforeAll, describe, expect, it } from 'vitest'
import { describePostgres, newDatabase } from '../test/postgres/database.js'
import { readOwnSet } from './own-set.js'
import { runSet, type SetResult } from './run-set.js'

describe('the small set of our own', () => {
  const set = readOwnSet()
  let result: SetResult

  beforeAll(async () => {
    result = await runSet(set, { mode: 'measured', every: 1 })
  })

  it('names turns that exist as gold', () => {
    for (const { group, gold } of set.questions) {
      const ids = new Set(set.groups.get(group)?.map(({ id }) => id))
      expect(gold.filter((id) => !ids.has(id))).toEqual([])
    }
  })

  it('finds what answers, in English and Chinese', () => {
    expect(result.overall.questions).toBe(30)
    expect(result.overall.recallAt5).toBeGreaterThanOrEqual(0.85)
    expect(result.overall.recallAt10).toBeGreaterThanOrEqual(0.9)
    expect(result.sessions?.recallAt1).toBeGreaterThanOrEqual(0.9)
  })

  it('finds turns whose words stand only in the turns around them', () => {
    expect(result.byType['context']?.recallAt5).toBeGreaterThanOrEqual(0.85)
  })

  it('finds what happened when the question says', () => {
    expect(result.byType['time']?.recallAt10).toBeGreaterThanOrEqual(0.9)
  })

  it('gives the same figures again', async () => {
    const again = await runSet(set, { mode: 'measured', every: 1 })
    expect({ ...again, importMs: 0, askMs: 0 }).toEqual({ ...result, importMs: 0, askMs: 0 })
  })
})

describePostgres('the small set of our own, on PostgreSQL', () => {
  it('is answered as well as on SQLite', { timeout: 120_000 }, async () => {
    const asked = { mode: 'measured', every: 1 } as const
    const onPostgres = await runSet(readOwnSet(), { ...asked, store: await newDatabase() })
    const onSqlite = await runSet(readOwnSet(), asked)
    for (const [name, value] of Object.entries(onSqlite.overall))
      expect(
        Math.abs(onPostgres.overall[name as keyof typeof onSqlite.overall] - value),
        name,
      ).toBeLessThanOrEqual(0.01)
    expect(onPostgres.overall.recallAt10).toBeGreaterThanOrEqual(0.9)
  })
})
