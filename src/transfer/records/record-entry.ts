import type { NewRecord } from '../../user/records/record.js'
import type { Place } from '../entry.js'
import type { Problem } from '../problem.js'
import type { Entity } from './knowledge-graph.js'

/** A file as a caller gives it: nothing is ever opened by its path, which only names it. */
export interface GivenFile {
  /** Where it stood, beneath the folder that was named; parted by slashes. */
  readonly path: string
  readonly content: string | Uint8Array | AsyncIterable<Uint8Array | string>
}

/** Where in the given files something stands. */
export interface FilePlace extends Place {
  readonly path: string
}

/** What a memory of another system is as a record. */
export interface RecordCandidate extends NewRecord {
  /** False where its source does not say what it is for. */
  readonly isTyped: boolean
  /** Milliseconds UTC; null where its source does not say. */
  readonly createdAt: number | null
}

/** What a reader finds in one file. */
export type RecordEntry =
  | {
      readonly kind: 'record'
      readonly place: FilePlace
      readonly record: RecordCandidate
      /** What it was made of, where that keeps its own name. */
      readonly entity?: Entity
    }
  | { readonly kind: 'problem'; readonly place: FilePlace; readonly problem: Problem }
  | { readonly kind: 'left out'; readonly reason: string }
  /** Whose the next memory is, taken or not. */
  | { readonly kind: 'user'; readonly user: string }

/** In which form memories were kept. */
export const recordForms = [
  'markdown',
  'claude-code',
  'mem0',
  'server-memory',
  'memories',
  'records',
] as const

export type RecordForm = (typeof recordForms)[number]
