import { aborted } from '../../embedding/aborted.js'
import { staleModel } from '../../embedding/bank-model.js'
import { MemoryError } from '../../errors.js'
import { batch } from '../../store/statement.js'
import type { Store } from '../../store/store.js'
import type { NearRow, StoredVectors } from '../../store/stored-vectors.js'
import { type BankState, stateOf } from './bank-vectors.js'
import { bestOfItems, COUNT, EXACT, isEnough, MANY } from './best-of-items.js'
import { fillStored } from './fill-stored.js'
import type { Meaning, NearPassage } from './meaning.js'
import type { NearVectors, QuestionVector } from './near-vectors.js'
import { cosine, readVector } from './vector.js'

/**
 * Asks the engine, in one round trip. A bank of which the engine has not all vectors (the extension came later, or
 * another process knew nothing of it) is looked through by its rows meanwhile.
 */
export function createStoredNearness(store: Store, stored: StoredVectors, rows: NearVectors): NearVectors {
  /** Up to which row of a bank the engine was seen to have all. */
  const complete = new Map<string, number>()
  const filling = new Map<string, Promise<void>>()
  const indexing = new Map<string, Promise<unknown>>()
  let isOpen = true

  /** Undefined where the engine has not all. */
  async function look(bank: string, question: QuestionVector): Promise<Meaning | undefined> {
    const { vector, model, isNarrowed } = question
    const within = store.within({ reads: [bank], writes: [] })
    for (let count = isNarrowed ? MANY : COUNT; ; count *= 8) {
      const after = complete.get(bank) ?? 0
      const [state, lacking, , found] = await within.query(
        batch([
          stateOf(bank),
          stored.lacking(bank, after, 1),
          ...stored.nearest(bank, { vector, model, count, exact: EXACT }),
        ]),
      )
      const stale = staleModel(state, model)
      if (stale !== undefined) return missing(`${stale.message}; ${stale.hint}`)
      if (state === undefined || state.vectors === 0) return { outcome: 'found', vector, model, near: [] }
      if (lacking.length > 0) {
        fill(bank, state, after)
        return undefined
      }
      seen(bank, state)
      const near = bestOfItems(passagesOf(found, vector))
      if (isEnough(near.length, found.length, count)) return { outcome: 'found', vector, model, near }
    }
  }

  function seen(bank: string, { last, vectors, dimensions }: BankState): void {
    complete.set(bank, last)
    if (vectors < LARGE || indexing.has(bank)) return
    // Once in a process: where it cannot be made, every row is compared.
    const made = stored.makeIndex(bank, dimensions).catch(searchedWithout)
    indexing.set(bank, made)
  }

  function fill(bank: string, { dimensions }: BankState, after: number): void {
    if (filling.has(bank)) return
    const filled = fillStored(store, stored, { bank, dimensions, after }, () => isOpen)
      // Who asks again meets what failed: the rows are still lacking.
      .catch(searchedWithout)
      .then(() => void filling.delete(bank))
    filling.set(bank, filled)
  }

  async function answer(bank: string, question: QuestionVector, patience: AbortSignal): Promise<Meaning> {
    try {
      return (await look(bank, question)) ?? rows.near(bank, question, patience)
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error
      return missing(`the vectors could not be compared: ${error.message}`)
    }
  }

  return {
    near: async (bank, question, patience) => {
      if (!isOpen) return missing('the memory is being closed')
      const late = aborted(patience).then(() => missing('the store did not compare the vectors in time'))
      return Promise.race([answer(bank, question, patience), late])
    },
    warm: (bank) => (filling.has(bank) ? rows.warm(bank) : undefined),
    close: async () => {
      isOpen = false
      await Promise.all([rows.close(), ...filling.values(), ...indexing.values()])
    },
  }
}

/** So many are compared one by one in some 20 ms. */
const LARGE = 20_000

function missing(reason: string): Meaning {
  return { outcome: 'missing', reason }
}

function searchedWithout(): void {
  // Nothing is lost by it but time, and `doctor` says what is not there.
}

/** The nearest with the cosines of the vectors as they are stored, the others as they are in half precision. */
function* passagesOf(found: readonly NearRow[], question: Float32Array): Iterable<NearPassage> {
  for (const { rid, item_rid, similarity, vector } of found) {
    const stored = vector === null ? undefined : readVector(vector, question.length)
    yield { rid, itemRid: item_rid, similarity: stored === undefined ? similarity : cosine(question, stored) }
  }
}
