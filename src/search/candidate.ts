import type { ItemId, ItemKind, Trust } from '../items/item.js'

/** An item as search handles it: plain values, read once per question. */
export interface FoundRow {
  readonly bank: string
  /** Row number of the item inside the store; a newer item has a greater one. */
  readonly rid: number
  readonly id: ItemId
  readonly kind: ItemKind
  readonly trust: Trust
  /** When it was said or happened, ms UTC. */
  readonly occurredAt: number | null
  /** Verbatim. */
  readonly text: string
  /** Where it stands, when it is a turn of a conversation. */
  readonly turn: RowTurn | null
}

export interface RowTurn {
  /** Row number of the session. */
  readonly session: number
  /** Position inside the session; neighbours differ by one. */
  readonly seq: number
  readonly role: string
  readonly speaker: string | null
}

/** A row with its segmented text, as full-text ranking needs it. */
export interface Candidate extends FoundRow {
  /** Segmented, joined with spaces, as indexed. */
  readonly words: string
  readonly parts: string
  /** Length of the text as the index counts it. */
  readonly length: number
}

/** What is known of a bank without reading its items. */
export interface BankStatistics {
  readonly items: number
  /** Sum of the lengths of its items. */
  readonly length: number
  /** How many items hold each term of the question, in the order of `query.terms`. */
  readonly frequencies: readonly number[]
}
