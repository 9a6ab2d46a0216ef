import { median, quantile } from '../statistics.js'

/** Milliseconds of so many calls; fewer once they have taken `mostMs`, but two at least. */
export async function timesOf(
  count: number,
  mostMs: number,
  work: (n: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + mostMs
  for (let n = 0; n < count; n++) {
    if (n >= LEAST && performance.now() > until) break
    const from = performance.now()
    await work(n)
    times.push(performance.now() - from)
    // As between two requests.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return times
}

/** As figures: `nameP50`, `nameP95`, and how many there were. */
export function spreadFigures(name: string, times: readonly number[]): Record<string, number> {
  return {
    [`${name}P50`]: median(times),
    [`${name}P95`]: quantile(times, 0.95),
    [`${name}Asked`]: times.length,
  }
}

const LEAST = 2
