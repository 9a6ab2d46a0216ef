/** Keeps the best of very many scored numbers, in a bounded room and in linear time. */
export interface Best {
  /** What is not above this need not be offered. */
  readonly least: number
  offer(key: number, score: number): void
  /** The best, in no order, at most as many as were wanted; of equal ones those offered first. */
  take(): Scored
}

export interface Scored {
  readonly keys: Float64Array
  readonly scores: Float64Array
}

/** Whenever there are twice as many as wanted, the worse half goes. */
export function createBest(wanted: number): Best {
  const room = 2 * wanted
  const keys = new Float64Array(room)
  const scores = new Float64Array(room)
  const bins = new Int32Array(BINS)
  let count = 0
  let least = Number.NEGATIVE_INFINITY

  /** Counts the scores in bins of equal breadth, and keeps the bins from the top that make `wanted`. */
  function shrink(): void {
    if (count <= wanted) return
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (let i = 0; i < count; i++) {
      const score = scores[i]!
      if (score < low) low = score
      if (score > high) high = score
    }
    const perUnit = high > low ? (BINS - 1) / (high - low) : 0
    bins.fill(0)
    for (let i = 0; i < count; i++) bins[((scores[i]! - low) * perUnit) | 0]! += 1
    let bin = BINS - 1
    let above = 0
    while (above + bins[bin]! < wanted) above += bins[bin--]!
    let rest = wanted - above
    let kept = 0
    for (let i = 0; i < count; i++) {
      const own = ((scores[i]! - low) * perUnit) | 0
      if (own < bin || (own === bin && rest-- <= 0)) continue
      keys[kept] = keys[i]!
      scores[kept++] = scores[i]!
    }
    count = kept
    least = Math.max(least, perUnit > 0 ? low + bin / perUnit : low)
  }

  return {
    get least() {
      return least
    },
    offer: (key, score) => {
      if (score <= least) return
      keys[count] = key
      scores[count++] = score
      if (count === room) shrink()
    },
    take: () => {
      shrink()
      return { keys: keys.slice(0, count), scores: scores.slice(0, count) }
    },
  }
}

const BINS = 512
