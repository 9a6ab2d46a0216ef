/**
 * Where the window of the latest turns begins. It moves on in steps, not turn by turn: as long as it stands, each prompt
 * of a session goes on where the one before ended, and its provider knows the beginning again.
 *
 * @param costs of the turns, oldest first
 */
export function firstOfWindow(costs: readonly number[], { room, share, limit }: TurnRoom): number {
  const least = Math.max(0, costs.length - limit)
  const behind = sumsFromEnd(costs)
  const fits = (index: number) => index >= least && (behind[index] as number) <= room
  if (costs.length === 0 || fits(0)) return 0
  const step = Math.max(1, Math.floor(share / STEPS))
  let before = 0
  let reached = 0
  for (const [index, cost] of costs.entries()) {
    const isStep = Math.floor(before / step) > reached
    reached = Math.floor(before / step)
    if (isStep && fits(index)) return index
    before += cost
  }
  // Steps may be longer than what fits: then the latest turns that do.
  const first = behind.findIndex((_, index) => fits(index))
  return first === -1 ? costs.length : first
}

export interface TurnRoom {
  /** For all of them together. */
  readonly room: number
  /** Of which the steps are parts: the same where they have more room. */
  readonly share: number
  /** How many at most. */
  readonly limit: number
}

const STEPS = 4

function sumsFromEnd(costs: readonly number[]): number[] {
  const sums = costs.map(() => 0)
  let sum = 0
  for (let index = costs.length - 1; index >= 0; index--) {
    sum += costs[index] as number
    sums[index] = sum
  }
  return sums
}
