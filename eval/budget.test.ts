import { afterAll, describe, expect, it } from 'vitest'
import { budgetLines, budgets, measureBudget } from './budget.js'
import { readSet } from './sets.js'

const folder = process.env['RECOLLECT_EVAL'] ?? ''

/** A conversation or two of each, by words alone, so that it takes some seconds; `npm run eval -- budget` asks all. */
const samples = [
  { set: 'locomo', groups: ['conv-30'], every: 8, floors: [0.8, 0.8, 0.8] },
  { set: 'beam100k', groups: ['beam-1', 'beam-7'], every: 2, floors: [0.5, 0.66, 0.83] },
] as const

describe.skipIf(folder === '')('evidence within a budget (skipped: RECOLLECT_EVAL is not set)', () => {
  const lines: string[] = []

  it.each(samples)(
    'of $set stays above its floors',
    { timeout: 120_000 },
    async ({ set, groups, every, floors }) => {
      const result = await measureBudget(readSet(folder, set), { every, groups: new Set(groups) })
      lines.push(...budgetLines(result))
      expect(result.overall.questions).toBeGreaterThan(5)
      const { placed, plainBm25 } = result.overall
      for (const [index, budget] of budgets.entries()) {
        expect(placed[index], `${budget} tokens`).toBeGreaterThanOrEqual(floors[index]!)
        expect(placed[index], `${budget} tokens`).toBeGreaterThanOrEqual(plainBm25[index]!)
      }
    },
  )

  afterAll(() => {
    for (const line of lines) console.log(line)
  })
})
