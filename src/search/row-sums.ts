/** What rows are worth, added up. */
export interface RowSums {
  /** The rows that have a sum, in the order in which they got it. */
  rids(): readonly number[]
  /** Adds to each of these rows, which are in order; one that has no sum yet gets one only where it `mayEnter`. */
  add(rids: readonly number[], worth: number, mayEnter: boolean): void
  /** Of a row that has one. */
  of(rid: number): number
}

/** Sums side by side, by row number: a map takes several times as long. Rows of a very large store go into a map. */
export function createRowSums(): RowSums {
  const entered: number[] = []
  const far = new Map<number, number>()
  // One more than the sum; 0 where there is none.
  let near: Float64Array = new Float64Array(0)

  function makeRoom(last: number): void {
    if (last < near.length) return
    const larger = new Float64Array(Math.min(NEAR, Math.max(last + 1, 2 * near.length)))
    larger.set(near)
    near = larger
  }

  return {
    rids: () => (far.size === 0 ? entered : [...entered, ...far.keys()]),
    add: (rids, worth, mayEnter) => {
      makeRoom(Math.min(rids.at(-1) ?? 0, NEAR - 1))
      const sums = near
      for (const rid of rids) {
        if (rid >= NEAR) {
          const sum = far.get(rid)
          if (sum !== undefined || mayEnter) far.set(rid, (sum ?? 0) + worth)
          continue
        }
        const sum = sums[rid]!
        if (sum !== 0) sums[rid] = sum + worth
        else if (mayEnter) {
          sums[rid] = 1 + worth
          entered.push(rid)
        }
      }
    },
    of: (rid) => (rid < NEAR ? near[rid]! - 1 : far.get(rid)!),
  }
}

/** Eight bytes each, of which those are taken from the machine that are written to. */
const NEAR = 2_000_000
