import { z } from 'zod'
import type { Env } from '../clock.js'
import type { Reach } from '../reach.js'
import type { Tx } from '../store/statement.js'
import type { ErasedContent } from '../store/store.js'
import { isWellFormed } from '../text/well-formed.js'

/** A table as it travels in an archive: one row a line, in the order of its key (docs/backup.md). */
export interface ArchiveTable<R extends object = object> {
  /** Stands in each of its lines, e.g. `session`. */
  readonly type: string
  /** A row as it stands in the archive: times as integers, blobs in base64. Whatever else comes is refused. */
  readonly shape: z.ZodType<R>
  /** No two rows of a bank have the same, and rows come in its order: so a row that comes twice shows. */
  key(row: R): readonly (string | number)[]
  /** The rows behind one. */
  page(bank: string, after: R | undefined, limit: number): Tx<R[]>
  /** Adds the rows that are not there; what is there stays. What takes time is done before the body is returned. */
  add(into: ArchiveIntake, rows: readonly R[]): () => Tx<Taken>
  /** Runs after the last row of a bank. */
  finish?(into: ArchiveIntake): Tx<Taken>
}

/** Where the rows of one bank go. */
export interface ArchiveIntake {
  readonly env: Env
  /** Of the archive; it is the store's by now. */
  readonly identityKey: Uint8Array
  /** Writes to the bank at hand. */
  readonly reach: Reach
  /** When it is taken in. Milliseconds UTC. */
  readonly at: number
  /** Items with a higher row number came with this archive, also before an interruption. */
  readonly lastRidBefore: number
  /** Ids of the archive under which this store knows the same thing by another id. */
  readonly aliases: ReadonlyMap<string, string>
}

/** What became of rows. */
export interface Taken {
  readonly added: number
  /** Were there already. */
  readonly present: number
  /** Forgotten here, or without what they belong to. */
  readonly leftOut: number
  /** Items added or forgotten. */
  readonly ids: readonly string[]
  /** Of the items added, those that stand in the indexes … */
  readonly indexed: number
  /** … and their indexed words. */
  readonly words: number
  /** Ids of these rows under which this store knows the same thing by another id. */
  readonly aliases: ReadonlyMap<string, string>
  /** What was forgotten on the way, for the proof of erasure. */
  readonly erased: readonly ErasedContent[]
  /** Items that a tombstone of the archive has taken away. */
  readonly forgotten: number
}

export function taken(part: Partial<Taken>): Taken {
  return {
    added: 0,
    present: 0,
    leftOut: 0,
    ids: [],
    indexed: 0,
    words: 0,
    aliases: new Map(),
    erased: [],
    forgotten: 0,
    ...part,
  }
}

/** The shapes of columns. */
export const archived = {
  id: z.uuid(),
  integer: z.int(),
  count: z.int().min(0),
  /** From the year 1 to 9999: what systems agree on how to write. */
  time: z.int().min(-62_135_596_800_000).max(253_402_300_799_999),
  /** Any Unicode that both engines take. */
  text: z.string().refine(isWellFormed, { error: 'holds NUL or half a character' }),
  blob: (bytes: number) =>
    z.base64().refine((text) => fromBase64(text).length === bytes, { error: `not ${bytes} bytes in base64` }),
} as const

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

export function fromBase64(text: string): Uint8Array {
  return Buffer.from(text, 'base64')
}
