import type { Tx } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import type { StoredVectors } from '../../store/stored-vectors.js'
import { readVector } from './vector.js'

export interface ToFill {
  readonly bank: string
  readonly dimensions: number
  /** Up to this row all are there. */
  readonly after: number
}

/**
 * Gives the engine the vectors of a bank that it lacks, page by page, each in a transaction of its own: stopped or killed,
 * the next call goes on, and two processes do no harm.
 */
export async function fillStored(
  store: Store,
  stored: StoredVectors,
  { bank, dimensions, after }: ToFill,
  goesOn: () => boolean = () => true,
): Promise<number> {
  let filled = 0
  const own = store.within({ writes: [bank] })
  for (let last: number | undefined = after; last !== undefined && goesOn(); ) {
    const page: Page = await own.tx(fillPage, stored, bank, dimensions, last)
    filled += page.filled
    last = page.last
  }
  return filled
}

interface Page {
  readonly filled: number
  /** Undefined when nothing was left. */
  readonly last: number | undefined
}

function* fillPage(stored: StoredVectors, bank: string, dimensions: number, after: number): Tx<Page> {
  const rows = yield* stored.lacking(bank, after, PAGE_ROWS)
  if (rows.length === 0) return { filled: 0, last: undefined }
  const filled = yield* stored.add(
    bank,
    rows.map(({ text_rid, part, vector }) => ({
      textRid: text_rid,
      part,
      vector: readVector(vector, dimensions),
    })),
  )
  return { filled, last: rows.length < PAGE_ROWS ? undefined : rows.at(-1)!.rid }
}

const PAGE_ROWS = 256
