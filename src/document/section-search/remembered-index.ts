import type { BankId } from '../../reach.js'
import type { Tx } from '../../store/statement.js'
import type { BankIndex, Store } from '../../store/store.js'

/** A shelf as it is now: whatever changes it gives it another generation (src/items/bank.ts). */
export interface IndexedShelf {
  readonly bank: BankId
  readonly generation: number
}

/**
 * The index of a shelf, which remembers what it was asked: documents change seldom, and questions have the same common words
 * again and again, whose lists are long. What it remembers holds for one generation of the shelf.
 */
export function rememberedIndex(
  store: Store,
  { bank, generation }: IndexedShelf,
  index: BankIndex,
): BankIndex {
  const memory = memoryOf(store, bank, generation)
  return {
    ...index,
    *count(token): Tx<number> {
      const known = memory.counts.get(token)
      if (known !== undefined) return known
      const count = yield* index.count(token)
      if (memory.counts.size >= MOST_COUNTS) memory.counts.clear()
      memory.counts.set(token, count)
      return count
    },
    *matches(token, limit): Tx<number[]> {
      const key = `${limit ?? 'all'} ${token}`
      const list = memory.lists.get(key) ?? (yield* index.matches(token, limit))
      keepList(memory, key, list)
      return list
    },
  }
}

interface Memory {
  readonly generation: number
  readonly counts: Map<string, number>
  /** What was asked for last is last. */
  readonly lists: Map<string, number[]>
  /** Sum of the lists' lengths. */
  rows: number
}

const memories = new WeakMap<Store, Map<string, Memory>>()

/** Shelves of a store that are remembered at once. */
const MOST_SHELVES = 8
const MOST_COUNTS = 20_000
/** Eight bytes each. */
const MOST_ROWS = 3_000_000

function memoryOf(store: Store, bank: string, generation: number): Memory {
  const shelves = memories.get(store) ?? new Map<string, Memory>()
  memories.set(store, shelves)
  const known = shelves.get(bank)
  if (known?.generation === generation) return known
  const fresh: Memory = { generation, counts: new Map(), lists: new Map(), rows: 0 }
  shelves.delete(bank)
  for (const oldest of shelves.keys()) {
    if (shelves.size < MOST_SHELVES) break
    shelves.delete(oldest)
  }
  shelves.set(bank, fresh)
  return fresh
}

function keepList(memory: Memory, key: string, list: number[]): void {
  if (memory.lists.delete(key)) memory.rows -= list.length
  memory.lists.set(key, list)
  memory.rows += list.length
  for (const [oldest, { length }] of memory.lists) {
    if (memory.rows <= MOST_ROWS) return
    memory.lists.delete(oldest)
    memory.rows -= length
  }
}
