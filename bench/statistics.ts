/** The middle value; of an even count the mean of the two in the middle. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values)
  const half = sorted.length / 2
  if (sorted.length % 2 === 1) return sorted[Math.floor(half)] ?? Number.NaN
  return ((sorted[half - 1] ?? Number.NaN) + (sorted[half] ?? Number.NaN)) / 2
}

/** The smallest value that at least this share of the values does not exceed (nearest rank). NaN of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = ascending(values)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** A measure over the rounds of a run. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}

/**
 * The k of `cost ~ items^k` through two points: 0 does not grow, 1 grows with the items, 2 with their square.
 *
 * @example growthExponent({ items: 10_000, cost: 3 }, { items: 100_000, cost: 30 }) // 1
 */
export function growthExponent(small: Point, large: Point): number {
  return Math.log(large.cost / small.cost) / Math.log(large.items / small.items)
}

interface Point {
  readonly items: number
  /** In any unit in which more is worse. */
  readonly cost: number
}

function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b)
}
