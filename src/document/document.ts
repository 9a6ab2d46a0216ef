import type { ItemId } from '../items/item.js'
import type { BankId } from '../reach.js'

/** Whose a document is: the user's own, or for every user of the store. */
export const shelves = ['personal', 'system'] as const

export type Shelf = (typeof shelves)[number]

/**
 * Where the latest version stands. `pending`: imported or edited, and not reviewed. `ready`: published. `rejected`: reviewed,
 * and not to be published as it is. `withdrawn`: taken back after it was published.
 */
export const documentStatuses = ['pending', 'ready', 'rejected', 'withdrawn'] as const

export type DocumentStatus = (typeof documentStatuses)[number]

export const documentEvents = ['imported', 'edited', 'published', 'rejected', 'withdrawn', 'moved'] as const

export type DocumentEventName = (typeof documentEvents)[number]

/** A document without its text. Times are milliseconds UTC. */
export interface Document {
  readonly id: ItemId
  readonly rid: number
  readonly bank: BankId
  readonly shelf: Shelf
  /** Of the version that is shown. */
  readonly title: string
  /** Path inside what was imported; null where it came without a name. */
  readonly source: string | null
  readonly status: DocumentStatus
  /** Number of the latest version, from 1. */
  readonly latest: number
  /** Number of the version that answers questions; null where none does. */
  readonly published: number | null
  /** Whether the published version goes on answering while a newer one is reviewed. */
  readonly keepsPublished: boolean
  /** Grows with each change; a write may ask that it is still the same. */
  readonly revision: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** One version of a document, without its text. */
export interface DocumentVersion {
  readonly rid: number
  readonly number: number
  readonly title: string
  /** Null until it is written, and where the document has no words for one. */
  readonly summary: string | null
  /** The model that wrote it; null where it is the document's own words. */
  readonly summaryBy: string | null
  readonly at: number
  readonly size: DocumentSize
}

export interface DocumentSize {
  readonly bytes: number
  /** UTF-16 units. */
  readonly chars: number
  readonly lines: number
  /** Estimated. */
  readonly tokens: number
  readonly sections: number
}
