import type { Receipt } from '../../items/forget.js'
import type { ItemId, Origin, Trust } from '../../items/item.js'
import type { Reach } from '../../reach.js'
import type { MemoryRecord, NewRecord, Provenance, RecordChange, RecordHead, RecordType } from './record.js'

/**
 * Where records are kept. Four calls, and the same answers whatever stands behind them: the store's database, or a folder
 * of Markdown files that a person may edit (test/records/record-store-contract.ts).
 */
export interface RecordStore {
  /** A page of heads, the last used or changed first; of every bank that may be read. */
  list(reach: Reach, page: RecordPageQuery): Promise<RecordPage>
  /** One record, by its id or its file's name. Throws `not_found`. */
  read(reach: Reach, which: string): Promise<MemoryRecord>
  /**
   * Creates or updates one; an update keeps id, file, provenance and counters. Throws `conflict` where the name is
   * taken, the revision is not the expected one, or the same content was forgotten; `not_found`, `invalid_input`,
   * `too_large`.
   */
  write(reach: Reach, write: RecordWrite): Promise<MemoryRecord>
  /** Forgets one for good, with its file. Throws `not_found`, and `conflict` as a write does. */
  delete(reach: Reach, which: string, options: DeleteOptions): Promise<Receipt>
}

export interface DeleteOptions {
  /** Look at the bytes on disk before answering. */
  readonly verify: boolean
  readonly revision?: number | undefined
}

export type RecordWrite =
  | {
      readonly kind: 'create'
      readonly record: NewRecord
      readonly by: Authorship
      /** Also where the same was forgotten before. */
      readonly again?: boolean | undefined
      /** When it was made, where it comes from elsewhere; now where it is absent. Milliseconds UTC. */
      readonly createdAt?: number | undefined
      /** Refused with `conflict` where the bank's records are others by now (./record-generation.ts). */
      readonly generation?: string | undefined
      readonly alone?: Statement | undefined
    }
  | {
      readonly kind: 'update'
      readonly which: string
      readonly change: RecordChange
      /** Another name; its file keeps its own. Automatic extraction gives one, so that name and description agree. */
      readonly name?: string | undefined
      readonly alone?: Statement | undefined
      readonly by: Authorship
      /** Refused with `conflict` where the record has another one by now. */
      readonly revision?: number | undefined
    }

/**
 * What automatic extraction adds, as it would stand in a record of its own: refused with `conflict` where that was
 * forgotten, and forgotten with the record.
 */
export type Statement = Omit<NewRecord, 'type'>

/** Who writes, as code knows it; never a caller's or a model's word. */
export interface Authorship {
  /** Of a new record. `auto` never changes a manual one. */
  readonly provenance: Provenance
  readonly origin: Origin
  readonly trust: Trust
  /** The items it was read out of: it is forgotten with the last of them. */
  readonly sources?: readonly ItemId[]
  /** The operation, for the audit trail. */
  readonly operation: string
}

export interface RecordPageQuery {
  readonly limit: number
  /** Only records of this type, or made so. */
  readonly type?: RecordType | undefined
  readonly provenance?: Provenance | undefined
  /** Where the page before ended. */
  readonly after?: string | undefined
}

/** One record of the list. */
export interface ListedRecord extends RecordHead {
  readonly id: ItemId
  readonly bank: string
  readonly origin: Origin
  readonly trust: Trust
  /** The later of its last change and its last recall. Milliseconds UTC. */
  readonly activeAt: number
  /** Whether an explicit call changed what extraction had written: extraction then leaves it alone. */
  readonly isEdited: boolean
}

export interface RecordPage {
  readonly records: readonly ListedRecord[]
  /** How many there are in all, of those that are asked for. */
  readonly total: number
  /** What follows; null at the end. */
  readonly next: string | null
  /** Files that are no records, or could not be read; the others are listed all the same. */
  readonly problems: readonly FileProblem[]
}

/** Why a file is not among the records. */
export interface FileProblem {
  readonly file: string
  /** In the file, from 1; null where it is the file itself. */
  readonly line: number | null
  /** The field of the front matter; null where it is none. */
  readonly field: string | null
  readonly reason: string
}
