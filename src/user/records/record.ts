import type { Item } from '../../items/item.js'

/** What a record is for: who the user is, how agents are to behave, a lasting project, where something is found. */
export const recordTypes = ['user', 'feedback', 'project', 'reference'] as const

export type RecordType = (typeof recordTypes)[number]

/** Who wrote it: an explicit call (or a person, in the file), or automatic extraction. Set by code alone. */
export const provenances = ['manual', 'auto'] as const

export type Provenance = (typeof provenances)[number]

/** Longest description, in characters. */
export const DESCRIPTION_MAX_CHARS = 300
/** Longest name, in characters. */
export const NAME_MAX_CHARS = 120
/** Longest body, in bytes of UTF-8. */
export const BODY_MAX_BYTES = 64 * 1024

/** What a record says of itself beside its body. Times are milliseconds UTC. */
export interface RecordHead {
  readonly name: string
  readonly description: string
  readonly type: RecordType
  readonly provenance: Provenance
  /** Its file's name, without a folder: `weekly-report.md`. Given once, from the name. */
  readonly file: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly recallCount: number
  readonly lastRecalledAt: number | null
  /** Grows with each change of what it says; a write may ask that it is still the same. */
  readonly revision: number
}

/** What an item of the kind `record` shows. */
export interface RecordAspect extends RecordHead {
  /** Markdown. */
  readonly body: string
}

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
export type RecordChange = Partial<Omit<NewRecord, 'name'>>
