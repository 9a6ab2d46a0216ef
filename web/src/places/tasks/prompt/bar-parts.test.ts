import { expect, it } from 'vitest'
import { planProgress } from '../plan-progress.js'
import { barParts } from './bar-parts.js'

it('draws a prompt as long as its budget, and as what it took where that was more', () => {
  const blocks = [
    { block: 'task', tokens: 250 },
    { block: 'recall', tokens: 0 },
    { block: 'core', tokens: 500 },
  ]
  expect(barParts(blocks, 1000).map(({ block, share }) => [block, share])).toEqual([
    ['task', 0.25],
    ['core', 0.5],
  ])
  expect(barParts(blocks, 500).reduce((sum, { share }) => sum + share, 0)).toBe(1)
  expect(barParts([], 0)).toEqual([])
})

it('counts a plan without what was dropped', () => {
  const plan = (['done', 'in_progress', 'dropped', 'pending', 'pending'] as const).map((status) => ({
    status,
  }))
  expect(planProgress(plan)).toEqual({ done: 1, all: 4, share: 0.375 })
  expect(planProgress([])).toEqual({ done: 0, all: 0, share: 0 })
})
