import { describe, expect, it } from 'vitest'
import { growthExponent, median, quantile, spreadOf } from './statistics.js'

describe('statistics', () => {
  it('takes the middle of an odd count and the mean of the two middles of an even one', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
    expect(median([])).toBeNaN()
  })

  it('orders numbers as numbers', () => {
    expect(median([10, 9, 100])).toBe(10)
  })

  it('takes quantiles by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => i + 1)
    expect(quantile(hundred, 0.95)).toBe(95)
    expect(quantile(hundred, 1)).toBe(100)
    expect(quantile([7], 0.95)).toBe(7)
  })

  it('shows how far the rounds lie apart', () => {
    expect(spreadOf([5, 1, 3])).toEqual({ median: 3, min: 1, max: 5 })
  })

  it('gives growth as an exponent, whatever the two sizes are', () => {
    expect(growthExponent({ items: 10_000, cost: 4 }, { items: 100_000, cost: 4 })).toBeCloseTo(0)
    expect(growthExponent({ items: 10_000, cost: 4 }, { items: 100_000, cost: 40 })).toBeCloseTo(1)
    expect(growthExponent({ items: 1_000, cost: 1 }, { items: 4_000, cost: 16 })).toBeCloseTo(2)
  })
})
