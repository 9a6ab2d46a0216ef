import type { Jobs } from './jobs.js'
import type { News } from './news.js'
import type { Engine } from './sql.js'
import type { Stmt, Tx } from './statement.js'
import type { StoredVectors } from './stored-vectors.js'

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
  /**
   * The same store, held to these banks: on PostgreSQL a second wall hides all others from its statements, whatever they
   * ask for, and a writing body has the banks that it writes to itself (docs/scaling.md). Only there can a body insert
   * rows that the engine numbers. What it was held to before counts no more: this guards against a statement that forgot
   * its bank, not against code that asks for another.
   */
  within(banks: Banks): Store
  /** The store as it was opened, whatever this one is held to: one and the same object. */
  readonly whole: Store
  /**
   * The same store for what looks at much, or changes much, so that it holds nobody else up: on SQLite a thread runs the
   * statements, one body after another and each some 0.1 ms later; a server works so anyway. Who writes there keeps other
   * writers back for as long as the body takes.
   */
  readonly aside: Store
  /** Runs a writing body in a transaction of its own. Resolves once it is durable. The body may run again. */
  tx<A extends readonly unknown[], T>(body: (...args: A) => Tx<NotAPromise<T>>, ...args: A): Promise<T>
  /** Runs a reading body on one snapshot. */
  read<A extends readonly unknown[], T>(body: (...args: A) => Tx<NotAPromise<T>>, ...args: A): Promise<T>
  /** Runs one reading statement. */
  query<T>(statement: Stmt<T>): Promise<T>
  /** Work that any process on the store may do; undefined where whoever makes it does it: of a file. */
  readonly jobs: Jobs | undefined
  /** Word of what others commit; undefined where no server carries it. */
  readonly news: News | undefined
  /** What the engine itself makes of vectors; undefined where it can make nothing of them, and search reads their rows. */
  readonly vectors: StoredVectors | undefined
  /** Proves that texts are gone from the bytes on disk; repairs on a hit. */
  verifyErased(erased: ErasedContent): Promise<ErasureProof>
  /**
   * Copies the store into one file, safe while in use, and examines the copy. Throws `conflict` where a file is that
   * may not be replaced, `unsupported` where the engine has tools of its own.
   */
  backup(file: string, options: BackupOptions): Promise<BackupReport>
  /**
   * Writes the whole store anew, so that no bytes of deleted rows are left in its files. Locks what it writes meanwhile;
   * never without being asked. Throws `denied` where the role of the connection may not.
   */
  rewrite(options?: RewriteOptions): Promise<Rewritten>
  /** What the engine itself knows about its health. `isQuick`: without the check from end to end, which takes seconds. */
  inspect(options?: { readonly isQuick?: boolean }): Promise<StoreReport>
  close(): Promise<void>
}

/** The banks that bodies may read, and those that they may write and read. */
export interface Banks {
  readonly reads?: readonly string[] | 'all'
  readonly writes: readonly string[]
  /** Rows of all banks may be changed: of what many hold, like a document that is to go. */
  readonly changes?: 'all'
  /**
   * What only reads may be asked of a copy that lags behind (docs/scaling.md). Never for what decides who may come in or what
   * may be done, nor for what is written afterwards.
   */
  readonly mayLag?: boolean
}

/** A body that returns a promise would commit before its work is done: the type refuses it. */
export type NotAPromise<T> = T extends PromiseLike<unknown> ? never : T

export interface StoreAbilities {
  /** A receipt can say `physical`. */
  readonly physicalErasure: boolean
}

/** What must be gone. Lives in memory only, from before the deletion to its proof. */
export interface ErasedContent {
  /** Everything that was stored as text: bodies, segmented forms, names. */
  readonly texts: readonly string[]
  /** Everything else: vectors. */
  readonly bytes?: readonly Uint8Array[]
  /** More was erased than is named here: then the file is written anew before anything is looked for. */
  readonly isSample?: boolean
}

export interface ErasureProof {
  /** `logical`: rows are gone; `physical`: and no byte of them was found in the data folder. */
  readonly state: 'logical' | 'physical'
  /** Why it is not physical, e.g. `a reader holds an old snapshot`. */
  readonly reason?: string
  readonly scannedBytes: number
  readonly repairs: readonly 'vacuum'[]
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

export interface RewriteOptions {
  /** Called after each table. */
  readonly progress?: ((done: number, total: number) => void) | undefined
  /** Looked at between two tables: what is rewritten by then stays so. */
  readonly signal?: AbortSignal | undefined
}

export interface Rewritten extends Pick<ErasureProof, 'state'> {
  /** Why bytes may still be in the store's own files. */
  readonly reason: string | null
  readonly tables: readonly { readonly table: string; readonly bytesBefore: number; readonly ms: number }[]
  readonly bytesBefore: number
  readonly bytesAfter: number
  /** Where else bytes can still be, and how long: a sentence each. */
  readonly kept: readonly string[]
}

/** One look at the health of the store, for a person. */
export interface StoreCheck {
  readonly check: string
  readonly isOk: boolean
  readonly detail: string
  /** What to do about it; told where it is not well. */
  readonly hint: string
}

/** Connections of this process to a server. */
export interface PoolUse {
  /** As many as there may be. */
  readonly size: number
  readonly lent: number
  readonly idle: number
  /** Callers who wait for one. */
  readonly waiting: number
}

export interface StoreReport {
  readonly location: string
  readonly version: string
  readonly schema: number
  readonly bytes: number
  readonly walBytes: number
  /** What the engine's own check of the file found wrong. */
  readonly problems: readonly string[]
  /** Files that an interrupted backup or restore left beside the store. */
  readonly leftovers: readonly string[]
  /** What only this engine can be ill with; none for a quick look. */
  readonly checks: readonly StoreCheck[]
  /** Null where there is no server to connect to. */
  readonly pool: PoolUse | null
  readonly settings: Readonly<Record<string, string | number>>
}
