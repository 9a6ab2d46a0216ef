import { readBankModel } from '../../embedding/bank-model.js'
import { GENERATION_LEAP } from '../../items/bank.js'
import { sql } from '../../store/sql.js'
import { all, column, get, type Tx } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import { CHUNK_ROWS, layoutOf } from './chunk.js'
import { codeChunk } from './coded-chunk.js'
import { addCodes, lastCoded, type StoredCodes, stretchesOf } from './stored-codes.js'
import { readVector } from './vector.js'

/**
 * Codes the vectors of a bank that stand in the store without codes, so that whoever opens the bank next need not. Some
 * milliseconds at a time, each stretch in a transaction of its own: stopped or killed, the next call goes on, and two
 * processes do no harm. The youngest stay as they are (./vector-index.ts). How many stretches were coded.
 */
export async function codeBank(
  store: Store,
  bank: string,
  goesOn: () => boolean = () => true,
): Promise<number> {
  const own = store.within({ writes: [bank] })
  let coded = 0
  const gaps = await own.read(gapsOf, bank)
  for (const gap of gaps) {
    for (let after = gap.after; goesOn(); ) {
      const page = await own.read(readPage, bank, after, gap.until)
      if (page === undefined) break
      const codes = codesOf(page)
      // Another process was faster, or something was forgotten: what is left is for another time.
      if (codes !== undefined && !(await own.tx(keep, bank, page, codes))) break
      if (codes !== undefined) coded += 1
      after = page.last
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return coded
}

/** Rows of a bank that stand between stretches of codes, or behind the last. */
interface Gap {
  readonly after: number
  /** Undefined behind the last. */
  readonly until: number | undefined
}

function* gapsOf(bank: string): Tx<readonly Gap[]> {
  const isWorthIt = (yield* youngestOf(bank, yield* lastCoded(bank))).length === 2 * CHUNK_ROWS
  const stretches = yield* stretchesOf(bank)
  const gaps: Gap[] = []
  let after = 0
  for (const { after: begin, last } of stretches) {
    if (begin > after) gaps.push({ after, until: begin })
    after = last
  }
  return isWorthIt ? [...gaps, { after, until: undefined }] : gaps
}

interface Page {
  readonly model: string
  readonly dimensions: number
  readonly generation: number
  readonly after: number
  readonly last: number
  readonly rows: readonly VectorRow[]
}

interface VectorRow {
  readonly rid: number
  readonly item_rid: number
  readonly vector: Uint8Array
}

/** The oldest that are to be coded together; undefined where there are too few. */
function* readPage(bank: string, after: number, until: number | undefined): Tx<Page | undefined> {
  const present = yield* readBankModel(bank)
  const own = yield* get<{ generation: number }>(sql`select generation from bank where bank = ${bank}`)
  if (present === undefined || own === undefined || present.model === '') return undefined
  if (until === undefined && (yield* youngestOf(bank, after)).length < 2 * CHUNK_ROWS) return undefined
  const rows = yield* all<VectorRow>(sql`
    select rid, item_rid, vector from embedding
    where bank = ${bank} and rid > ${after} and rid <= ${until ?? Number.MAX_SAFE_INTEGER} and vector is not null
    order by rid limit ${CHUNK_ROWS}`)
  const least = until === undefined ? CHUNK_ROWS : LEAST_ROWS
  if (rows.length < least) return undefined
  const last = rows.length < CHUNK_ROWS && until !== undefined ? until : rows.at(-1)!.rid
  const { model, dimensions } = present
  return { model, dimensions, generation: own.generation, after, last, rows }
}

/** Between others fewer than this are read as they are. */
const LEAST_ROWS = 64

/** Rows behind one, as many as it takes to know that there is something to code. */
function youngestOf(bank: string, after: number) {
  return column<number>(sql`
    select rid from embedding where bank = ${bank} and rid > ${after} order by rid limit ${2 * CHUNK_ROWS}`)
}

/** Undefined where some are bytes that are no vector: what holds them is read as it is. */
function codesOf({ dimensions, rows, after, last }: Page): StoredCodes | undefined {
  const usable = rows.flatMap(({ rid, item_rid, vector }) => {
    const numbers = readVector(vector, dimensions)
    return numbers === undefined ? [] : [{ rid, itemRid: item_rid, numbers }]
  })
  if (usable.length < rows.length) return undefined
  const vectors = new Float32Array(usable.length * dimensions)
  for (const [row, { numbers }] of usable.entries()) vectors.set(numbers, row * dimensions)
  const chunk = codeChunk(
    layoutOf(dimensions),
    Float64Array.from(usable, ({ rid }) => rid),
    Float64Array.from(usable, ({ itemRid }) => itemRid),
    vectors,
  )
  return { after, last, chunk }
}

/** Where all is still as it was read. Rows are never changed: as many as there were are the same. */
function* keep(bank: string, page: Page, codes: StoredCodes): Tx<boolean> {
  const { after, last, rows, model, dimensions, generation } = page
  const present = yield* readBankModel(bank)
  if (present?.model !== model || present.dimensions !== dimensions) return false
  const now = yield* get<{ generation: number; rows: number; overlapping: number | null }>(sql`
    select b.generation,
      (select count(*) from embedding
        where bank = ${bank} and rid > ${after} and rid <= ${last} and vector is not null) as rows,
      (select after_rid from vector_codes
        where bank = ${bank} and last_rid > ${after} order by last_rid limit 1) as overlapping
    from bank b where b.bank = ${bank}`)
  if (now === undefined || now.rows !== rows.length) return false
  // Numbers of rows begin anew where a backup was restored.
  if (now.generation < generation || now.generation - generation >= GENERATION_LEAP) return false
  if (now.overlapping !== null && now.overlapping < last) return false
  yield* addCodes(bank, codes)
  return true
}
