/** How often somebody may come. */
export interface Rate {
  /** Takes one turn. Answers 0, or in how many seconds there is one. */
  take(who: string): number
}

export interface RateOptions {
  readonly perSecond: number
  /** How many may come at once after a rest. */
  readonly burst: number
  /** Milliseconds. */
  readonly now: () => number
}

/** A bucket for each, which fills as time goes by. Those who came longest ago are forgotten: theirs would be full again. */
export function createRate({ perSecond, burst, now }: RateOptions): Rate {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>()
  return {
    take(who) {
      const at = now()
      const known = buckets.get(who)
      const gained = known === undefined ? 0 : (Math.max(0, at - known.at) / 1_000) * perSecond
      const tokens = known === undefined ? burst : Math.min(burst, known.tokens + gained)
      buckets.delete(who)
      if (buckets.size >= KEPT) buckets.delete(buckets.keys().next().value ?? '')
      const isTaken = tokens >= 1
      buckets.set(who, { tokens: isTaken ? tokens - 1 : tokens, at })
      return isTaken ? 0 : (1 - tokens) / perSecond
    },
  }
}

const KEPT = 4_096
