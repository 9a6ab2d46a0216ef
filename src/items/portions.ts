/** Words that are read and looked through at once: about 100 kB, some milliseconds of the event loop. */
const PORTION_WORDS = 20_000

/** Rows in portions whose texts may be read together. `length` counts the words of a text. */
export function* portions<T extends { readonly length: number }>(
  rows: readonly T[],
): Generator<readonly T[]> {
  let portion: T[] = []
  let words = 0
  for (const row of rows) {
    portion.push(row)
    words += row.length
    if (words < PORTION_WORDS) continue
    yield portion
    portion = []
    words = 0
  }
  if (portion.length > 0) yield portion
}
