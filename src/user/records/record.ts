import type { Item, RecordAspect, RecordType } from '../../items/item.js'

export { type Provenance, provenances, type RecordType, recordTypes } from '../../items/item.js'

/** Longest description, in characters. */
export const DESCRIPTION_MAX_CHARS = 300
/** Longest name, in characters. */
export const NAME_MAX_CHARS = 120
/** Longest body, in bytes of UTF-8. */
export const BODY_MAX_BYTES = 64 * 1024

/** What a record says of itself beside its body. */
export type RecordHead = Omit<RecordAspect, 'body'>

/** A memory record: an item whose text is its name, its description and its body. */
export interface MemoryRecord extends Item {
  readonly record: RecordAspect
}

/** What a caller says of a new record; everything else is set by code. */
export interface NewRecord {
  readonly name: string
  readonly description: string
  readonly type: RecordType
  readonly body: string
}

/** What an update may change. What is absent stays. */
export type RecordChange = { readonly [F in 'description' | 'type' | 'body']?: NewRecord[F] | undefined }
