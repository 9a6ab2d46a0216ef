import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemId } from '../items/item.js'
import { BUDGET_WEIGHTS } from './budget-weights.js'
import type { Offered } from './budget-worth.js'
import { type Cost, fillBudget } from './fill-budget.js'

const offer = (
  rid: number,
  worth: number,
  conversation: string,
  more: Partial<Offered['row']> = {},
): Offered => ({
  row: {
    bank: 'u/ann/main',
    rid,
    id: `item-${rid}` as ItemId,
    kind: 'turn',
    trust: 'stated',
    occurredAt: 0,
    text: `text ${rid} of its own`,
    turn: { session: 1, seq: rid, role: 'user', speaker: null },
    ...more,
  },
  worth,
  conversation,
  isFound: true,
  why: 'words',
})

const costing = (tokens: (rid: number) => number) => {
  return ({ row, conversation }: Offered): Cost => ({
    tokens: tokens(row.rid),
    label: conversation,
    labelTokens: 10,
  })
}

describe('filling a budget', () => {
  it('skips what is too large and fills in with smaller ones', () => {
    const offered = [offer(1, 5, 'a'), offer(2, 4, 'a'), offer(3, 3, 'a')]
    const { placed, left } = fillBudget(
      offered,
      100,
      costing((rid) => (rid === 2 ? 900 : 30)),
      BUDGET_WEIGHTS,
    )
    expect(placed.map(({ row }) => row.rid)).toEqual([1, 3])
    expect(left).toEqual([{ offered: offered[1], reason: 'token_budget_exceeded' }])
  })

  it('prefers of two conversations the one of which less is placed', () => {
    const offered = [offer(1, 1, 'a'), offer(2, 0.95, 'a'), offer(3, 0.9, 'b')]
    const { placed } = fillBudget(
      offered,
      10_000,
      costing(() => 200),
      BUDGET_WEIGHTS,
    )
    expect(placed.map(({ row }) => row.rid)).toEqual([1, 3, 2])
  })

  it('lets a long turn earn its length', () => {
    const offered = [offer(1, 1, 'a'), offer(2, 0.8, 'b'), offer(3, 1, 'c')]
    const { placed } = fillBudget(
      offered,
      10_000,
      costing((rid) => (rid === 1 ? 900 : 40)),
      BUDGET_WEIGHTS,
    )
    expect(placed.map(({ row }) => row.rid)).toEqual([3, 2, 1])
  })

  it('says a thing once, and why', () => {
    const text = 'we agreed to deploy the billing service on friday after the review'
    const offered = [offer(1, 2, 'a', { text }), offer(2, 1, 'a', { text: `${text}!` })]
    const { placed, left } = fillBudget(
      offered,
      10_000,
      costing(() => 20),
      BUDGET_WEIGHTS,
    )
    expect(placed).toHaveLength(1)
    expect(left.map(({ reason }) => reason)).toEqual(['duplicate_content'])
  })

  it('never passes the budget, accounts for everything found, and does not depend on the order of what is offered', () => {
    const anything = fc.array(
      fc.record({
        worth: fc.double({ min: 0.01, max: 3, noNaN: true }),
        conversation: fc.constantFrom('a', 'b', 'c'),
        tokens: fc.integer({ min: 1, max: 500 }),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(anything, fc.integer({ min: 0, max: 2_000 }), (entries, budget) => {
        const offered = entries.map(({ worth, conversation }, rid) => offer(rid, worth, conversation))
        const costOf = costing((rid) => entries[rid]!.tokens)
        const { placed, left } = fillBudget(offered, budget, costOf, BUDGET_WEIGHTS)
        const labels = new Set(placed.map(({ conversation }) => conversation)).size * 10
        expect(placed.reduce((sum, one) => sum + costOf(one).tokens, labels)).toBeLessThanOrEqual(
          Math.max(budget, 0),
        )
        expect(placed.length + left.length).toBe(offered.length)
        const reversed = fillBudget([...offered].reverse(), budget, costOf, BUDGET_WEIGHTS)
        expect(new Set(reversed.placed)).toEqual(new Set(placed))
      }),
      { numRuns: 60 },
    )
  })
})
