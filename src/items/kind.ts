import type { Tx } from '../store/statement.js'
import type { ArchiveTable } from './archive-table.js'
import type { ItemKind } from './item.js'

/** What the spine must know of a kind that keeps rows of its own beside the item. */
export interface Kind {
  readonly kind: ItemKind
  /** Removes the kind's own rows of an item that is being forgotten. */
  forget(item: ForgottenItem): Tx<KindRemoval>
  /** How the kind's own tables travel in an archive, in the order in which they are to be read. */
  readonly archive: readonly ArchiveTable[]
}

export interface ForgottenItem {
  readonly bank: string
  readonly rid: number
  readonly id: string
}

export interface KindRemoval {
  /** Rows removed, by table. */
  readonly counts: Readonly<Record<string, number>>
  /** Texts that were in them, for the proof of erasure. */
  readonly texts: readonly string[]
}
