import type { Value } from '../sql.js'
import type { Mode } from '../statement.js'

/** What the thread of {@link import('./aside.js').Aside} is started with. */
export interface ThreadData {
  readonly file: string
  /** How long it waits for a lock. */
  readonly waitMs: number
  readonly pragmas: readonly string[]
}

/** One statement to be run. */
export interface Asked {
  readonly text: string
  readonly mode: Exclude<Mode, 'batch' | 'unwaited'>
  readonly values: readonly Value[]
}

/** `perform` and `commit` are answered; `end` takes back what is not committed. */
export type Question =
  | {
      readonly does: 'perform'
      readonly statements: readonly Asked[]
      /** Begins a transaction before; the first of a body has it. */
      readonly begins: 'reading' | 'writing' | undefined
    }
  | { readonly does: 'commit' }
  | { readonly does: 'end' }
  | { readonly does: 'close' }

/** Rows as lists, as objects would carry their names once a row; plain values for `column`. */
export interface Result {
  readonly names: readonly string[]
  readonly rows: readonly unknown[]
  readonly changed: number
}

export type Answer = { readonly results: readonly Result[] } | { readonly failed: Failure }

export interface Failure {
  readonly name: string
  readonly message: string
  /** SQLite's. */
  readonly code: string | undefined
}
