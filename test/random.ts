/** Numbers that a seed decides, for tests that build long histories. */
export interface Random {
  /** An integer in [0, below). */
  int(below: number): number
  pick<T>(from: readonly T[]): T
  /** Lower-case Latin letters. */
  letters(length: number): string
}

/**
 * The seed of this run; tests print it in their name. One commit's tests say the same wherever they run; to look
 * further, give `SEED=<number>`, or `SEED=random` for another one each time, as the long runs take by themselves.
 */
export const runSeed = seedOf(process.env['SEED'] ?? (process.env['RECOLLECT_SOAK'] ? 'random' : '1'))

function seedOf(given: string): number {
  const seed = given === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(given)
  if (!Number.isSafeInteger(seed)) throw new RangeError(`SEED=${given}: give a whole number, or random`)
  return seed
}

/** Mulberry32 (Tommy Ettinger, public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let z = state
    z = Math.imul(z ^ (z >>> 15), z | 1)
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61)
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    pick: (from) => from[int(from.length)] as (typeof from)[number],
    letters: (length) => Array.from({ length }, () => String.fromCharCode(97 + int(26))).join(''),
  }
}
