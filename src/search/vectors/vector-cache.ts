import { aborted } from '../../embedding/aborted.js'
import { staleModel } from '../../embedding/bank-model.js'
import { MemoryError } from '../../errors.js'
import { inInt, sql } from '../../store/sql.js'
import { all } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import { type BankState, type BankVectors, createBankVectors, stateOf } from './bank-vectors.js'
import { bestOfItems, COUNT, EXACT, isEnough, MANY } from './best-of-items.js'
import { codeBehind } from './code-behind.js'
import type { Meaning, NearPassage } from './meaning.js'
import type { NearVectors, QuestionVector, Warmed } from './near-vectors.js'
import { cosine, readVector } from './vector.js'
import type { IndexHit, VectorIndexOptions } from './vector-index.js'

/**
 * The vectors of the banks in use, in memory, so that a search need not read them all. They are read from the store's
 * rows when a bank is first asked, and what has changed since whenever it is asked again.
 */
export interface VectorCache extends NearVectors {
  /** Memory that the indexes take. */
  readonly bytes: number
}

export interface VectorCacheOptions extends VectorIndexOptions {
  /** Beyond that the banks go that were not asked for longest; one bank may be larger. Default 512 MiB: a million of 384 dimensions. */
  readonly maxBytes?: number
}

interface Slot {
  vectors: BankVectors | undefined
  /** Ends when all that was asked so far is done. */
  turn: Promise<unknown>
  /** How many vectors the bank has, while they are being read. */
  total: number
  /** As it was read last. */
  state: BankState | undefined
  /** How many vectors its index had coded itself when it was looked at last. */
  codedHere: number
  /** As it was measured last. */
  bytes: number
}

export function createVectorCache(store: Store, options: VectorCacheOptions = {}): VectorCache {
  const storeOf = (bank: string) => store.within({ reads: [bank], writes: [] })
  const { maxBytes = DEFAULT_BYTES, ...indexOptions } = options
  /** The one that was asked last is last. */
  const slots = new Map<string, Slot>()
  /** Of all slots. */
  let bytes = 0
  const coding = new Map<string, Promise<void>>()
  let isOpen = true

  function slotOf(bank: string): Slot {
    const known = slots.get(bank)
    const slot = known ?? {
      vectors: undefined,
      turn: Promise.resolve(),
      total: 0,
      state: undefined,
      codedHere: 0,
      bytes: SLOT_BYTES,
    }
    if (known === undefined) bytes += SLOT_BYTES
    slots.delete(bank)
    slots.set(bank, slot)
    return slot
  }

  /** One at a time in a bank: an index must stay as it is while it is scanned. */
  function inTurn<T>(slot: Slot, work: () => Promise<T>): Promise<T> {
    const done = slot.turn.then(work)
    slot.turn = done.catch(() => undefined)
    return done
  }

  async function readState(bank: string, slot: Slot): Promise<BankState | undefined> {
    slot.state = await storeOf(bank).query(stateOf(bank))
    return slot.state
  }

  async function upToDate(bank: string, slot: Slot, state: BankState): Promise<BankVectors> {
    const known = slot.vectors
    const isSame = known?.model === state.model && known.index.dimensions === state.dimensions
    const vectors = isSame ? known : createBankVectors(storeOf(bank), bank, state, indexOptions)
    slot.vectors = vectors
    slot.total = state.vectors
    await vectors.update(state, async () => {
      await pause()
      return isOpen
    })
    makeRoom(slot, bank)
    keepCodes(bank, slot, vectors.index.codedHere)
    return vectors
  }

  /** What had to be coded here is coded in the store too, so that the next process need not. */
  function keepCodes(bank: string, slot: Slot, codedHere: number): void {
    if (slot.codedHere === codedHere) return
    slot.codedHere = codedHere
    if (codedHere === 0 || coding.has(bank) || store.vectors !== undefined) return
    const done = codeBehind(store.whole, bank, () => isOpen).then(() => void coding.delete(bank))
    coding.set(bank, done)
  }

  function makeRoom(kept: Slot, ofBank: string): void {
    // One that went meanwhile counts no more.
    if (slots.get(ofBank) !== kept) return
    bytes -= kept.bytes
    kept.bytes = SLOT_BYTES + (kept.vectors?.index.bytes ?? 0)
    bytes += kept.bytes
    for (const [bank, slot] of slots) {
      if (bytes <= maxBytes) return
      if (slot === kept) continue
      bytes -= slot.bytes
      slots.delete(bank)
    }
  }

  async function look(
    bank: string,
    slot: Slot,
    { vector, model, isNarrowed }: QuestionVector,
    patience: AbortSignal,
    warmed: Warmed | undefined,
  ): Promise<Meaning> {
    const known = await warmed
    // Another question may have read a later one since, by which the vectors now are.
    const isLast = known !== undefined && known === slot.state
    const state = isLast ? known : await readState(bank, slot)
    const stale = staleModel(state, model)
    if (stale !== undefined) return missing(`${stale.message}; ${stale.hint}`)
    if (state === undefined || state.vectors === 0) return { outcome: 'found', vector, model, near: [] }
    const vectors = await upToDate(bank, slot, state)
    if (patience.aborted || !isOpen) return stillReading(slot)
    for (let count = isNarrowed ? MANY : COUNT; ; count *= 8) {
      const hits = await drain(vectors.index.search(vector, count + vectors.gone), patience)
      if (hits === undefined) return missing('there are too many vectors to look through in time')
      const near = await exactly(bank, vector, hits, vectors)
      if (isEnough(near.length, hits.length, count)) return { outcome: 'found', vector, model, near }
    }
  }

  /** The cosines, of the closest as their vectors are stored and of the others as they are coded; the best of each item. */
  async function exactly(
    bank: string,
    vector: Float32Array,
    hits: readonly IndexHit[],
    vectors: BankVectors,
  ): Promise<NearPassage[]> {
    const closest = hits.slice(0, EXACT + vectors.gone)
    const coded = new Set(closest.filter(({ isExact }) => !isExact).map(({ rid }) => rid))
    const stored = new Map<number, Float32Array | undefined>()
    if (coded.size > 0) {
      for (const row of await storeOf(bank).query(vectorsOf(bank, [...coded]))) {
        stored.set(row.rid, readVector(row.vector, vector.length))
      }
    }
    const passages: NearPassage[] = []
    for (const hit of hits) {
      const { rid, itemRid } = hit
      const read = stored.get(rid)
      if (read === undefined && coded.has(rid)) {
        vectors.drop(hit)
        continue
      }
      const similarity = read === undefined ? hit.similarity : cosine(vector, read)
      passages.push({ rid, itemRid, similarity })
    }
    return bestOfItems(passages)
  }

  return {
    near: async (bank, question, patience, warmed) => {
      if (!isOpen) return missing('the memory is being closed')
      const slot = slotOf(bank)
      try {
        const answer = inTurn(slot, () => look(bank, slot, question, patience, warmed))
        return await Promise.race([answer, aborted(patience).then(() => stillReading(slot))])
      } catch (error) {
        return missing(failureOf(error))
      }
    },
    warm: (bank) => {
      if (!isOpen) return undefined
      const slot = slotOf(bank)
      const read = async () => {
        const state = await readState(bank, slot)
        // Without a model, its vectors are on their way out.
        const isOfUse = state !== undefined && state.vectors > 0 && state.model !== ''
        if (isOfUse) await upToDate(bank, slot, state)
        return state
      }
      // Who asks the bank afterwards meets the same failure, and says it.
      return inTurn(slot, read).catch(() => undefined)
    },
    get bytes() {
      return bytes
    },
    close: async () => {
      isOpen = false
      await Promise.all([...[...slots.values()].map(({ turn }) => turn), ...coding.values()])
      slots.clear()
    },
  }
}

const DEFAULT_BYTES = 512 * 1024 * 1024

/** Nothing is lost by it but time: a store that is busy, or may not be written. */
function missing(reason: string): Meaning {
  return { outcome: 'missing', reason }
}

function stillReading({ vectors, total }: Slot): Meaning {
  const share = total > 0 ? Math.floor((100 * (vectors?.index.size ?? 0)) / total) : 0
  return missing(`the vectors of this memory are still being read (${Math.min(99, share)} %)`)
}

/** What the store or the machine did; a mistake of ours is thrown on. */
function failureOf(error: unknown): string {
  if (error instanceof MemoryError) return `the vectors could not be read: ${error.message}`
  if (error instanceof RangeError) return `there is no memory for the vectors: ${error.message}`
  throw error
}

const SLOT_BYTES = 1_024

/** To the end, letting others work in between; undefined when patience ended first. */
async function drain<T>(steps: Generator<undefined, T>, patience: AbortSignal): Promise<T | undefined> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    await pause()
    if (patience.aborted) return undefined
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function vectorsOf(bank: string, rids: readonly number[]) {
  return all<{ rid: number; vector: Uint8Array }>(sql`
    select rid, vector from embedding where bank = ${bank} and rid ${inInt(rids)} and vector is not null`)
}
