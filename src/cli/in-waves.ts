/** So many at once: writes that wait together share a commit. */
const WAVE = 16

/** What is done one after the other, some at once: each wave begins where the one before has ended. */
export function* inWaves<T>(
  all: readonly T[],
): Generator<{ readonly done: number; readonly wave: readonly T[] }> {
  for (let done = 0; done < all.length; done += WAVE) yield { done, wave: all.slice(done, done + WAVE) }
}
