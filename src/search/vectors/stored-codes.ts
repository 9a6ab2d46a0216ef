import { listInt, sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { CHUNK_ROWS, type ChunkLayout } from './chunk.js'
import type { CodedChunk } from './coded-chunk.js'

/** Where the codes of a bank lie: of every vector in a stretch of its rows. */
export interface Stretch {
  /** The stretch begins behind this row. */
  readonly after: number
  /** And ends with this one. */
  readonly last: number
}

export interface StoredCodes extends Stretch {
  readonly chunk: CodedChunk
}

/** Those that end behind a row, in order, some at a time; without `chunk` where the bytes are not as they should be. */
export function* codesAfter(
  bank: string,
  after: number,
  layout: ChunkLayout,
): Tx<readonly (Stretch & Partial<StoredCodes>)[]> {
  const rows = yield* all<CodesRow>(sql`
    select after_rid as after, last_rid as last, rids, item_rids, mean, steps, codes from vector_codes
    where bank = ${bank} and last_rid > ${after} order by last_rid limit ${CODES_AT_ONCE}`)
  return rows.map((row) => {
    const chunk = chunkOf(row, layout)
    return { after: row.after, last: row.last, ...(chunk === undefined ? {} : { chunk }) }
  })
}

/** How many are read in a few milliseconds. */
export const CODES_AT_ONCE = 8

/** The row with which the last of a bank ends; 0 where there is none. */
export function* lastCoded(bank: string): Tx<number> {
  const last = yield* get<{ last_rid: number }>(sql`
    select last_rid from vector_codes where bank = ${bank} order by last_rid desc limit 1`)
  return last?.last_rid ?? 0
}

/** Where the stretches of a bank lie, in order. */
export function stretchesOf(bank: string) {
  return all<Stretch>(sql`
    select after_rid as after, last_rid as last from vector_codes where bank = ${bank} order by last_rid`)
}

export function* addCodes(bank: string, { after, last, chunk }: StoredCodes): Tx<void> {
  const { rids, itemRids, mean, steps, bytes } = chunk
  yield* run(sql`
    insert into vector_codes (bank, last_rid, after_rid, rids, item_rids, mean, steps, codes)
    values (${bank}, ${last}, ${after}, ${raw(rids)}, ${raw(itemRids)}, ${raw(mean)}, ${raw(steps)}, ${bytes})`)
}

/**
 * Removes the codes of these rows of `embedding`, and those of their neighbours with them: the mean of a chunk and what
 * differs from it would give back the one that is missing. To be called in the transaction that removes the rows.
 */
export function* removeCodes(bank: string, rids: readonly number[]): Tx<void> {
  if (rids.length === 0) return
  yield* run(sql`
    delete from vector_codes where bank = ${bank} and last_rid in (
      select (
        select case when c.after_rid < wanted.value then c.last_rid end
        from vector_codes c where c.bank = ${bank} and c.last_rid >= wanted.value order by c.last_rid limit 1)
      from ${listInt(rids)} as wanted)`)
}

export function* removeAllCodes(bank: string): Tx<void> {
  yield* run(sql`delete from vector_codes where bank = ${bank}`)
}

interface CodesRow extends Stretch {
  readonly rids: Uint8Array
  readonly item_rids: Uint8Array
  readonly mean: Uint8Array
  readonly steps: Uint8Array
  readonly codes: Uint8Array
}

function chunkOf(row: CodesRow, { dimensions, bytes }: ChunkLayout): CodedChunk | undefined {
  const rids = new Float64Array(numbers(row.rids, 8))
  const itemRids = new Float64Array(numbers(row.item_rids, 8))
  const mean = new Float32Array(numbers(row.mean, 4))
  const steps = new Float32Array(numbers(row.steps, 4))
  const isWhole =
    rids.length > 0 &&
    rids.length <= CHUNK_ROWS &&
    itemRids.length === rids.length &&
    mean.length === dimensions &&
    steps.length === CHUNK_ROWS &&
    row.codes.byteLength === bytes
  if (!isWhole) return undefined
  return { rids, itemRids, mean, steps, bytes: row.codes }
}

/** In a memory of their own: views of numbers may not begin anywhere. */
function numbers(bytes: Uint8Array, each: number): ArrayBuffer {
  const whole = new Uint8Array(bytes.byteLength - (bytes.byteLength % each))
  whole.set(bytes.subarray(0, whole.byteLength))
  return whole.buffer
}

function raw({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
