/** How much is going on at once, of all and of each. */
export interface InFlight {
  readonly count: number
  /** Undefined where there is no room; else what gives the place back, once. */
  enter(who: string): (() => void) | undefined
}

export function createInFlight(most: number, mostOfOne: number): InFlight {
  const each = new Map<string, number>()
  let count = 0
  return {
    get count() {
      return count
    },
    enter(who) {
      const own = each.get(who) ?? 0
      if (count >= most || own >= mostOfOne) return undefined
      count += 1
      each.set(who, own + 1)
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        count -= 1
        const left = (each.get(who) ?? 1) - 1
        if (left === 0) each.delete(who)
        else each.set(who, left)
      }
    },
  }
}
