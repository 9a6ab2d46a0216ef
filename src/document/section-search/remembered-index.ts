import type { BankId } from '../../reach.js'
import type { BankIndex } from '../../store/full-text.js'
import type { Tx } from '../../store/statement.js'
import type { Store } from '../../store/store.js'

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
    *counts(tokens): Tx<number[]> {
      const counts = yield* whole(tokens, (token) => memory.counts.get(token), index.counts)
      if (memory.counts.size >= MOST_COUNTS) memory.counts.clear()
      for (const [place, token] of tokens.entries()) memory.counts.set(token, counts[place]!)
      return counts
    },
    *matches(tokens, limit): Tx<number[][]> {
      const keyOf = (token: string) => `${limit ?? 'all'} ${token}`
      const lists = yield* whole(
        tokens,
        (token) => memory.lists.get(keyOf(token)),
        (unknown) => index.matches(unknown, limit),
      )
      for (const [place, token] of tokens.entries()) keepList(memory, keyOf(token), lists[place]!)
      return lists
    },
  }
}

/** What is known of each token, and of the others what the index answers: all of them are asked for at once. */
function* whole<T>(
  tokens: readonly string[],
  known: (token: string) => T | undefined,
  ask: (unknown: readonly string[]) => Tx<T[]>,
): Tx<T[]> {
  const remembered = tokens.map(known)
  const unknown = tokens.filter((_token, place) => remembered[place] === undefined)
  const found = unknown.length > 0 ? yield* ask(unknown) : []
  let next = 0
  return remembered.map((value) => value ?? found[next++]!)
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
  const shelves = memories.get(store.whole) ?? new Map<string, Memory>()
  memories.set(store.whole, shelves)
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
