import type { Engine } from './sql.js'
import type { Stmt, Tx } from './statement.js'

/**
 * Where everything is kept. Two engines stand behind it; queries are written once, above it
 * (docs/portable-sql.md). Errors are `MemoryError`s: `store_busy` after the bound, `store_full`,
 * `store_corrupt`, `newer_schema`, `store_failed`; nothing is half-written after any of them.
 */
export interface Store {
  readonly engine: Engine
  /** What this engine can do; code asks here, never which engine it is. */
  readonly can: StoreAbilities
  /** Where a file may lie for the moment that it is needed, beside the store; undefined where that has no folder. */
  readonly folder: string | undefined
  /** Runs a writing body in a transaction of its own. Resolves once it is durable. The body may run again. */
  tx<A extends readonly unknown[], T>(body: (...args: A) => Tx<NotAPromise<T>>, ...args: A): Promise<T>
  /** Runs a reading body on one snapshot. */
  read<A extends readonly unknown[], T>(body: (...args: A) => Tx<NotAPromise<T>>, ...args: A): Promise<T>
  /** Runs one reading statement. */
  query<T>(statement: Stmt<T>): Promise<T>
  /** The engine's full-text index, as bodies to be yielded inside a transaction. */
  readonly fullText: FullText | undefined
  /** Proves that texts are gone from the bytes on disk; repairs on a hit. */
  verifyErased(erased: ErasedContent): Promise<ErasureProof>
  /**
   * Copies the store into one file, safe while in use, and examines the copy. Throws `conflict` where a file is that
   * may not be replaced, `unsupported` where the engine has tools of its own.
   */
  backup(file: string, options: BackupOptions): Promise<BackupReport>
  /** What the engine itself knows about its health. `isQuick`: without the check from end to end, which takes seconds. */
  inspect(options?: { readonly isQuick?: boolean }): Promise<StoreReport>
  close(): Promise<void>
}

/** A body that returns a promise would commit before its work is done: the type refuses it. */
export type NotAPromise<T> = T extends PromiseLike<unknown> ? never : T

export interface StoreAbilities {
  readonly fullText: boolean
  /** A receipt can say `physical`. */
  readonly physicalErasure: boolean
}

/** One row of the index: the rid of its terms row, and what was indexed. */
export interface IndexRow {
  readonly rid: number
  readonly bank: string
  readonly words: string
  readonly parts: string
}

/** Inside a body that writes, the index still is as it was before the transaction. */
export interface FullText {
  add(row: IndexRow): Tx<void>
  /** Takes exactly what was indexed, else tokens stay behind. */
  remove(row: IndexRow): Tx<void>
  /**
   * As {@link remove}, for rows whose texts stay in the store: several times as fast where there are many, and their
   * tokens may lie in the file until the index is built again, as it is before an erasure is proven.
   */
  release(rows: readonly IndexRow[]): Tx<void>
  /** The index, narrowed to one bank. */
  of(bank: string): Tx<BankIndex>
  /** Rebuilds the whole index from the stored terms. No body but a call: it takes seconds, so others do it. */
  rebuild(): Promise<void>
}

/** One bank's part of the full-text index; good for the transaction in which it was made. */
export interface BankIndex {
  /** How many rows hold the token. */
  count(token: string): Tx<number>
  /** The rids of the rows that hold the token, oldest first. */
  matches(token: string, limit?: number): Tx<number[]>
  /** The rids of the rows that hold all of the tokens, oldest first. Each common token costs its list. */
  holding(tokens: readonly string[], limit?: number): Tx<number[]>
}

/** What must be gone. Lives in memory only, from before the deletion to its proof. */
export interface ErasedContent {
  /** Everything that was stored as text: bodies, segmented forms, names. */
  readonly texts: readonly string[]
  /** Everything else: vectors. */
  readonly bytes?: readonly Uint8Array[]
  /** The tokens that were indexed. */
  readonly tokens: readonly string[]
  /** Their row numbers in the index. */
  readonly rids: readonly number[]
  /** More was erased than is named here: then index and file are written anew before anything is looked for. */
  readonly isSample?: boolean
}

export interface ErasureProof {
  /** `logical`: rows are gone; `physical`: and no byte of them was found in the data folder. */
  readonly state: 'logical' | 'physical'
  /** Why it is not physical, e.g. `a reader holds an old snapshot`. */
  readonly reason?: string
  readonly scannedBytes: number
  readonly repairs: readonly ('rebuild' | 'vacuum')[]
}

export interface BackupOptions {
  /** Replace an older backup. */
  readonly overwrite: boolean
}

export interface BackupReport {
  readonly bytes: number
  readonly schema: number
  /** Rows of the copy, by table. */
  readonly counts: Readonly<Record<string, number>>
}

export interface StoreReport {
  readonly location: string
  readonly version: string
  readonly schema: number
  readonly bytes: number
  readonly walBytes: number
  /** What the engine's own check of the file found wrong. */
  readonly problems: readonly string[]
  /** How the full-text index differs from the stored terms. */
  readonly indexProblem: string | null
  /** Files that an interrupted backup or restore left beside the store. */
  readonly leftovers: readonly string[]
  readonly settings: Readonly<Record<string, string | number>>
}
