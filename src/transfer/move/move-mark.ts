import { MemoryError } from '../../errors.js'
import { sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import type { Key } from './row.js'

/** What stands in a store that is being filled out of another one, until it holds everything. */
export interface MoveMark {
  /** Hash of the identity key of the store that it is filled from. */
  readonly source: string
  /** As people know that store. */
  readonly from: string
  /** The table that is being copied; undefined once all are. */
  readonly table: string | undefined
  /** Its last row that is here, blobs as `{ hex }`. */
  readonly after: readonly (string | number | null | { readonly hex: string })[] | undefined
  /** Rows that are here. */
  readonly copied: number
}

/** Throws `conflict` for a store that a move was broken off in the middle of: it looks whole, and is not. */
export async function refuseHalfMoved(store: Store, name: string): Promise<void> {
  const mark = await store.query(storedMark())
  if (mark === undefined) return
  const { from } = markIn(mark.value)
  throw new MemoryError(
    'conflict',
    `${name} holds a part of ${from} only: a move into it is not done`,
    `go on with it: recollect migrate --from ${from} --to ${name}; until then use ${from}`,
  )
}

export function storedMark() {
  return get<{ value: Uint8Array }>(sql`select value from store_meta where name = ${MARK}`)
}

export function markIn(value: Uint8Array): MoveMark {
  return JSON.parse(Buffer.from(value).toString())
}

export function* setMark(mark: MoveMark): Tx<void> {
  yield* setNote(MARK, mark)
}

/** Something long that belongs to the mark: set seldom. */
export function* setNote(name: string, value: unknown): Tx<void> {
  const bytes = Buffer.from(JSON.stringify(value))
  yield* run(sql`insert into store_meta (name, value) values (${name}, ${bytes})
    on conflict (name) do update set value = excluded.value`)
}

export function* removeMarks(): Tx<void> {
  yield* run(sql`delete from store_meta where name = ${MARK} or name = ${SHIFTS}`)
}

/** Of rows in `store_meta`, those that are about the move itself. */
export function isMark(name: unknown): boolean {
  return MARKS.some((mark) => mark === name)
}

export function asNoted(key: Key): MoveMark['after'] {
  return key.map((value) =>
    value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value,
  )
}

export function asKey(noted: MoveMark['after']): Key | undefined {
  return noted?.map((value) =>
    typeof value === 'object' && value !== null ? Buffer.from(value.hex, 'hex') : value,
  )
}

const MARK = 'moving'
export const SHIFTS = 'moving_rows'

/** Their names in `store_meta`. */
export const MARKS = [MARK, SHIFTS] as const
