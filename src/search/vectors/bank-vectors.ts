import type { BankModel } from '../../embedding/bank-model.js'
import { GENERATION_LEAP } from '../../items/bank.js'
import { sql } from '../../store/sql.js'
import { all, column, get } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import { CHUNK_ROWS } from './chunk.js'
import { CODES_AT_ONCE, codesAfter } from './stored-codes.js'
import { readVector } from './vector.js'
import {
  createVectorIndex,
  type IndexHit,
  type VectorIndex,
  type VectorIndexOptions,
} from './vector-index.js'

/** How the vectors of a bank stand in the store. */
export interface BankState extends BankModel {
  /** Changes with every write of the bank. */
  readonly generation: number
  /** The last row of `embedding`. */
  readonly last: number
}

/** Undefined where nothing was ever embedded. */
export function stateOf(bank: string) {
  return get<BankState>(sql`
    select e.model, e.next_model, e.dimensions, e.indexed, e.failed, e.skipped, e.vectors, b.generation,
      (select coalesce(max(rid), 0) from embedding where bank = ${bank}) as last
    from embedding_bank e join bank b on b.bank = e.bank
    where e.bank = ${bank}`)
}

/** The index of one bank, and what it takes to keep it as the rows are. Not to be used by two at once. */
export interface BankVectors {
  readonly index: VectorIndex
  readonly model: string
  /** Vectors in it that are gone from the store, as far as is known. */
  readonly gone: number
  /** Reads what other calls and processes have changed. `pause` is waited for between slices; false ends it early. */
  update(state: BankState, pause: () => Promise<boolean>): Promise<void>
  /** Takes out what was seen to be gone. */
  drop(hit: IndexHit): void
}

export function createBankVectors(
  store: Store,
  bank: string,
  { model, dimensions }: BankState,
  options: VectorIndexOptions,
): BankVectors {
  let index = createVectorIndex(dimensions, options)
  let generation = NEVER
  let gone = 0
  /** The last row that was read, into the index or not. */
  let read = 0
  /** Rows whose bytes are no vector to compare with. */
  let unusable = 0

  function startAnew(): void {
    index = createVectorIndex(dimensions, options)
    read = 0
    unusable = 0
    gone = 0
  }

  /** What is in codes in the store, and the rows between. */
  async function readCoded(pause: () => Promise<boolean>): Promise<boolean> {
    for (let from = read, isLast = false; !isLast; ) {
      const page = await store.read(codesAfter, bank, from, index.layout)
      for (const { after, last, chunk } of page) {
        from = last
        // Else its rows are read as they are.
        if (chunk === undefined || after < read) continue
        if (after > read && !(await readRows(after, pause))) return false
        index.addCoded(chunk)
        read = last
      }
      isLast = page.length < CODES_AT_ONCE
      if (!(await pause())) return false
    }
    return true
  }

  async function readRows(until: number, pause: () => Promise<boolean>): Promise<boolean> {
    for (let isLast = false; !isLast; ) {
      const rows = await store.query(pageAfter(bank, model, read, until, PAGE_ROWS))
      for (const { rid, item_rid, vector } of rows) {
        const usable = readVector(vector, dimensions)
        if (usable === undefined) unusable += 1
        else index.add(rid, item_rid, usable)
        read = rid
      }
      isLast = rows.length < PAGE_ROWS
      if (!(await pause())) return isLast
    }
    return true
  }

  async function readNew(last: number, pause: () => Promise<boolean>): Promise<boolean> {
    if (last - read >= MANY_ROWS && !(await readCoded(pause))) return false
    return readRows(Number.MAX_SAFE_INTEGER, pause)
  }

  /** Compares all row numbers: cheaper than to meet many that are gone at every question. */
  async function removeGone(pause: () => Promise<boolean>): Promise<void> {
    const held = Float64Array.from(index.rids()).sort()
    const dead: number[] = []
    let at = 0
    for (let after = 0; ; ) {
      const page = await store.query(ridsAfter(bank, after, index.last))
      for (const rid of page) {
        while (at < held.length && held[at]! < rid) dead.push(held[at++]!)
        if (held[at] === rid) at += 1
      }
      if (page.length < PAGE_RIDS) break
      after = page.at(-1)!
      if (!(await pause())) return
    }
    dead.push(...held.subarray(at))
    for (const rid of dead) index.remove(rid)
    gone = 0
  }

  return {
    get index() {
      return index
    },
    model,
    get gone() {
      return gone
    },
    update: async (state, pause) => {
      if (state.generation === generation) return
      const grownBy = state.generation - generation
      const isRestored = generation !== NEVER && (grownBy < 0 || grownBy >= GENERATION_LEAP)
      if (isRestored) startAnew()
      if (!(await readNew(state.last, pause))) return
      generation = state.generation
      gone = Math.max(0, index.size + unusable - state.vectors)
      if (gone > TOLERATED) await removeGone(pause)
      if (index.holes <= Math.max(TOLERATED, index.size / 2)) return
      startAnew()
      if (!(await readNew(state.last, pause))) generation = NEVER
    },
    drop: ({ rid }) => {
      if (index.remove(rid)) gone = Math.max(0, gone - 1)
    },
  }
}

const NEVER = -1
/** Read and coded in some milliseconds. */
const PAGE_ROWS = 512
const PAGE_RIDS = 8_192
/** So many new ones may be in codes in the store. */
const MANY_ROWS = 2 * CHUNK_ROWS
/** So many vectors that are gone may stay in an index: a search asks for as many more. */
const TOLERATED = 256

function pageAfter(bank: string, model: string, after: number, until: number, limit: number) {
  return all<{ rid: number; item_rid: number; vector: Uint8Array }>(sql`
    select e.rid, e.item_rid, e.vector
    from embedding e
    join embedding_bank m on m.bank = e.bank and m.model = ${model}
    where e.bank = ${bank} and e.rid > ${after} and e.rid <= ${until} and e.vector is not null
    order by e.rid limit ${limit}`)
}

function ridsAfter(bank: string, after: number, last: number) {
  return column<number>(sql`
    select rid from embedding
    where bank = ${bank} and rid > ${after} and rid <= ${last} order by rid limit ${PAGE_RIDS}`)
}
