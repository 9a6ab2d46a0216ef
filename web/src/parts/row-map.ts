export interface RowMap<R> {
  readonly rows: readonly R[]
  /** Of all rows together, in pixels. */
  readonly height: number
  /** -1 where no row has the key. */
  indexOf(key: string): number
  keyAt(index: number): string | null
  /** Where a row begins; of the row after the last: where the list ends. */
  topOf(index: number): number
  /** The row at so many pixels; the first or last where there is none. */
  indexAt(px: number): number
}

const made = new WeakMap<readonly unknown[], RowMap<unknown>>()

/** Where each row of a list stands. Made once for one array of rows. */
export function createRowMap<R>(
  rows: readonly R[],
  keyOf: (row: R) => string,
  rowHeight: number | ((row: R) => number),
): RowMap<R> {
  const known = made.get(rows) as RowMap<R> | undefined
  const isSame = typeof rowHeight === 'function' || known?.topOf(1) === Math.min(rows.length, 1) * rowHeight
  if (known !== undefined && isSame) return known
  const map = build(rows, keyOf, rowHeight)
  made.set(rows, map as RowMap<unknown>)
  return map
}

function build<R>(
  rows: readonly R[],
  keyOf: (row: R) => string,
  rowHeight: number | ((row: R) => number),
): RowMap<R> {
  const last = Math.max(0, rows.length - 1)
  const within = (index: number) => Math.min(last, Math.max(0, index))
  let indexes: Map<string, number> | undefined
  const shared = {
    rows,
    indexOf: (key: string) => {
      indexes ??= new Map(rows.map((row, index) => [keyOf(row), index]))
      return indexes.get(key) ?? -1
    },
    keyAt: (index: number) => {
      const row = rows[index]
      return row === undefined ? null : keyOf(row)
    },
  }
  if (typeof rowHeight === 'number') {
    return {
      ...shared,
      height: rows.length * rowHeight,
      topOf: (index) => Math.min(index, rows.length) * rowHeight,
      indexAt: (px) => within(Math.floor(px / rowHeight)),
    }
  }
  const tops = new Float64Array(rows.length + 1)
  for (const [index, row] of rows.entries()) tops[index + 1] = (tops[index] ?? 0) + rowHeight(row)
  return {
    ...shared,
    height: tops[rows.length] ?? 0,
    topOf: (index) => tops[Math.min(index, rows.length)] ?? 0,
    indexAt: (px) => within(search(tops, px)),
  }
}

/** The last place in a rising list that is not past `px`. */
function search(tops: Float64Array, px: number): number {
  let [low, high] = [0, tops.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= px) low = middle
    else high = middle - 1
  }
  return low
}
