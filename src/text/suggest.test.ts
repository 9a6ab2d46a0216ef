import { describe, expect, it } from 'vitest'
import { suggest } from './suggest.js'

const known = ['capture', 'search', 'forget', 'stats', 'start', 'audit-log']

describe('suggest', () => {
  it.each([
    ['serach', 'search'],
    ['forgt', 'forget'],
    ['SEARCH', 'search'],
    ['audit', 'audit-log'],
    ['cap', 'capture'],
  ])('takes %s for %s', (typed, meant) => {
    expect(suggest(typed, known)).toBe(meant)
  })

  it('does not guess where nothing is near, or two are', () => {
    expect(suggest('banana', known)).toBeUndefined()
    expect(suggest('', known)).toBeUndefined()
    expect(suggest('x'.repeat(100_000), known)).toBeUndefined()
  })
})
