import type { Env } from '../clock.js'
import type { BankId } from '../reach.js'
import type { Sql } from '../store/sql.js'
import type { Tx } from '../store/statement.js'
import type { ArchiveTable } from './archive-table.js'
import type { Aspects, ItemId, ItemKind } from './item.js'

/** What the spine must know of a kind that keeps rows of its own beside the item. */
export interface Kind {
  readonly kind: ItemKind
  /** Its items may rest on themselves beside what holds them: such a one goes only where it is meant (./remove.ts). */
  readonly mayRestOnItself?: true
  /** Removes the kind's own rows of an item that is being forgotten. */
  forget(item: ForgottenItem): Tx<KindRemoval>
  /**
   * Makes an item that stays again out of the sources that are left, as they are now: for what quotes them. Answers what
   * is gone of it. Absent where an item is more than its sources say.
   */
  rederive?(world: { readonly env: Env }, item: ForgottenItem): Tx<KindRemoval>
  /** Knows items by their parties, which have changed: a name is another's now. Absent where an item has none. */
  reparty?(world: World, bank: BankId, items: readonly number[], at: number): Tx<void>
  /** What its items show beside their text, by row number. Absent where that is nothing. */
  show?(bank: string, items: readonly ShownItem[]): Tx<ReadonlyMap<number, Partial<Aspects>>>
  /** What an item is about, of its text: indexed once more (./indexed-form.ts). Absent where its text says it nowhere. */
  headingOf?(text: string): string
  /** How the kind's own tables travel in an archive, in the order in which they are to be read. */
  readonly archive: readonly ArchiveTable[]
  /** What must hold of its rows. */
  readonly checks: readonly RowCheck[]
}

export interface World {
  readonly env: Env
  readonly identityKey: Uint8Array
}

export interface KindItem {
  readonly rid: number
  readonly id: string
}

export interface ShownItem extends KindItem {
  /** Its text. */
  readonly body: string
}

export interface ForgottenItem extends KindItem {
  readonly bank: string
}

export interface KindRemoval {
  /** Rows removed, by table. */
  readonly counts: Readonly<Record<string, number>>
  /** Texts that were in them, for the proof of erasure. */
  readonly texts: readonly string[]
  /** What was in them that is no text, for the same. */
  readonly bytes?: readonly Uint8Array[]
  /** More was in them than is named here (src/store/store.ts). */
  readonly isSample?: true
  /** Ids of what it had taken the place of, and what may be restored now. */
  readonly restorable?: readonly ItemId[]
  /** Under which else its content would be known again, and stays forgotten: what it said before. */
  readonly identities?: readonly Uint8Array[]
}

/** A rule about rows that `doctor` looks at. */
export interface RowCheck {
  readonly check: string
  /** Counts what is wrong, as `n`. */
  readonly wrong: (bank: string) => Sql
  readonly what: string
  /** What to do about it. */
  readonly hint: string
}

/** The hint where no program of ours makes such rows. */
export const CHANGED_BY_HAND = 'someone changed the file by hand: restore a backup'
