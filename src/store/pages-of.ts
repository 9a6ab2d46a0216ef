/** So many rows in one statement, or in one round trip. */
const PAGE_ROWS = 500

/** Rows in their order, as many at a time as one statement takes. */
export function* pagesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += PAGE_ROWS) yield rows.slice(at, at + PAGE_ROWS)
}
