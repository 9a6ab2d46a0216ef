import { randomUUID } from 'node:crypto'
import {
  BaseStore,
  type GetOperation,
  type Item,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
  validateNamespace,
} from '@langchain/langgraph-checkpoint'
import { type Memory, reachOfMemory } from '../../engine.js'
import { MemoryError } from '../../errors.js'
import { listNamespaces } from './list-namespaces.js'
import { matchesFilter } from './matches-filter.js'
import { entryOf, isEntryName, isObject, nameOfEntry, recordOfEntry, type StoreEntry } from './store-entry.js'

/**
 * A LangGraph store over the memory records of one user: what a graph puts there every other agent of theirs recalls.
 * Namespaces are part of the key, and nothing is shared between the banks of two memories. Values are JSON objects of up
 * to 64 KB; a delete needs the capability `memory.forget`, and what a person has forgotten is taken again only with it.
 *
 * @example
 * const store = new RecollectStore(engine.as({ user: 'ann', agent: 'my-graph' }))
 * await store.put(['preferences'], 'tea', { text: 'green, no sugar' })
 * const [found] = await store.search(['preferences'], { query: 'what does she drink?' })
 */
export class RecollectStore extends BaseStore {
  readonly #memory: Memory
  readonly #mayForget: boolean
  /** What records said at a revision: a search looks through all of them, and most are as they were. */
  readonly #seen = new Map<string, Seen>()

  constructor(memory: Memory) {
    super()
    this.#memory = memory
    this.#mayForget = reachOfMemory(memory).capabilities.has('memory.forget')
  }

  /** Reads and searches see what was there before the puts of the same batch, of which the last of a key counts. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const puts = new Map<string, PutOperation>()
    const results: unknown[] = []
    let all: Promise<Kept[]> | undefined
    const entries = () => {
      all ??= this.#all()
      return all
    }
    for (const operation of operations) {
      if ('namespacePrefix' in operation) results.push(await this.#search(operation, await entries()))
      else if ('namespace' in operation) {
        validateNamespace(operation.namespace, { allowReservedRoot: true })
        if ('value' in operation) {
          puts.set(nameOfEntry(operation.namespace, operation.key), operation)
          results.push(null)
        } else results.push(await this.#get(operation))
      } else {
        results.push(
          listNamespaces(
            (await entries()).map(({ entry }) => entry.namespace),
            operation,
          ),
        )
      }
    }
    for (const [name, put] of puts) await (put.value === null ? this.#delete(name) : this.#put(name, put))
    return results as OperationResults<Op>
  }

  async #get({ namespace, key }: GetOperation): Promise<Item | null> {
    const kept = await this.#read(nameOfEntry(namespace, key))
    return kept === undefined ? null : itemOf(kept)
  }

  async #search(operation: SearchOperation, all: readonly Kept[]): Promise<SearchItem[]> {
    const { namespacePrefix, filter, limit = 10, offset = 0, query = '' } = operation
    const candidates = all.filter(
      ({ entry }) =>
        namespacePrefix.every((label, index) => entry.namespace[index] === label) &&
        (filter === undefined || matchesFilter(entry.value, filter)),
    )
    const ranked = query.trim() === '' ? candidates.map(itemOf) : await this.#ranked(query, candidates)
    return ranked.slice(offset, offset + limit) // slice-ok: a list
  }

  /** Those that answer first, best first; the others behind them, as they were put. */
  async #ranked(question: string, candidates: readonly Kept[]): Promise<SearchItem[]> {
    const { hits } = await this.#memory.search({ question, kinds: ['record'], limit: MOST_HITS })
    const scores = new Map(hits.map(({ id, score }) => [id, score]))
    const scoreOf = ({ id, entry }: Kept) => (entry.isIndexed ? scores.get(id) : undefined)
    const found = candidates.filter((one) => scoreOf(one) !== undefined)
    const rest = candidates.filter((one) => scoreOf(one) === undefined)
    found.sort((a, b) => (scoreOf(b) ?? 0) - (scoreOf(a) ?? 0))
    return [...found.map((one) => ({ ...itemOf(one), score: scoreOf(one) as number })), ...rest.map(itemOf)]
  }

  async #put(name: string, { namespace, key, value, index }: PutOperation): Promise<void> {
    if (!isObject(value)) throw new TypeError('put: value must be an object')
    const isIndexed = index !== false
    for (let turn = 1; ; turn++) {
      const kept = await this.#read(name)
      const made = kept === undefined ? (this.#mayForget ? randomUUID() : undefined) : kept.entry.made
      const record = recordOfEntry({ namespace, key, value, isIndexed, made })
      try {
        if (kept === undefined) await this.#memory.recordSave({ ...record, type: 'reference' })
        else {
          const { name: which, ...change } = record
          await this.#memory.recordUpdate({ which, ...change })
        }
        return
      } catch (error) {
        // Somebody else put it, or took it away, in between.
        const isThere = (await this.#read(name)) !== undefined
        const wasOther = error instanceof MemoryError && isThere !== (kept !== undefined)
        if (!wasOther || turn === TURNS) throw error
      }
    }
  }

  async #delete(name: string): Promise<void> {
    if ((await this.#read(name)) === undefined) return
    await this.#memory.recordDelete({ which: name })
  }

  async #read(which: string): Promise<Kept | undefined> {
    try {
      const { id, name, body, createdAt, updatedAt } = await this.#memory.recordRead({ which })
      const entry = entryOf(name, body)
      return entry === undefined ? undefined : { id, entry, createdAt, updatedAt }
    } catch (error) {
      if (error instanceof MemoryError && error.code === 'not_found') return undefined
      throw error
    }
  }

  /** Every entry, in the order in which they were made. */
  async #all(): Promise<Kept[]> {
    const found: Kept[] = []
    const ids = new Set<string>()
    for (let after: string | undefined; ; ) {
      const page = await this.#memory.recordList({ limit: PAGE, ...(after === undefined ? {} : { after }) })
      for (const { id, name, revision, createdAt, updatedAt } of page.records) {
        if (!isEntryName(name)) continue
        ids.add(id)
        const entry = await this.#entryAt(id, revision)
        if (entry !== undefined) found.push({ id, entry, createdAt, updatedAt })
      }
      if (page.next === null) break
      after = page.next
    }
    for (const id of this.#seen.keys()) if (!ids.has(id)) this.#seen.delete(id)
    const order = ({ createdAt, id }: Kept) => `${new Date(createdAt).toISOString()} ${id}`
    return found.sort((a, b) => (order(a) < order(b) ? -1 : 1))
  }

  async #entryAt(id: string, revision: number): Promise<StoreEntry | undefined> {
    const seen = this.#seen.get(id)
    if (seen?.revision === revision) return seen.entry
    const entry = (await this.#read(id))?.entry
    this.#seen.set(id, { revision, entry })
    return entry
  }
}

interface Seen {
  readonly revision: number
  readonly entry: StoreEntry | undefined
}

interface Kept {
  readonly id: string
  readonly entry: StoreEntry
  /** ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
}

/** A copy: what a caller does to it changes nothing here. */
function itemOf({ entry: { namespace, key, value }, createdAt, updatedAt }: Kept): Item {
  return {
    namespace: [...namespace],
    key,
    value: structuredClone(value),
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }
}

const PAGE = 200
const MOST_HITS = 200
const TURNS = 5
