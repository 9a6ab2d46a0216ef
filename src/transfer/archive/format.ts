import { z } from 'zod'
import { archived } from '../../items/archive-table.js'
import { isBank, STORE_BANK } from '../../reach.js'
import { migrations } from '../../store/migrations/all.js'

/** The first, the bank's and the last line of an archive; rows lie between (docs/backup.md). */
export const ARCHIVE_VERSION = 1

/** The schema that this build reads and writes. */
export const SCHEMA = migrations.at(-1)?.id ?? 0

/** Only these three are asked of an archive of any version: enough to say that it is too new. */
export const signatureShape = z.object({
  recollect: z.literal('archive'),
  version: z.int().min(1),
  schema: z.int().min(1),
})

export const headerShape = signatureShape.extend({
  exportedAt: archived.time,
  identityKey: archived.blob(32),
  /** Every bank of the store, or one user's. */
  banks: z.enum(['all', 'one']),
})

export type ArchiveHeader = z.output<typeof headerShape>

export const bankShape = z.strictObject({
  type: z.literal('bank'),
  bank: archived.text
    .min(1)
    .max(1_000)
    .refine(isBank, { error: 'is no name of a bank' })
    .refine((bank) => bank !== STORE_BANK, { error: 'is the log of a store, which does not travel' }),
  /** Null where nothing was ever written to it, and only its log speaks of it. */
  made: z
    .strictObject({ kind: archived.text.max(100), owner: archived.text.max(1_000), createdAt: archived.time })
    .nullable(),
})

export type BankLine = z.output<typeof bankShape>

export const footerShape = z.strictObject({
  type: z.literal('end'),
  /** Rows by type. */
  counts: z.record(z.string(), archived.count),
  /** Of every byte before this line. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** No row is longer: a text of a million characters, each escaped, and what stands beside it. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024

/** Whether a first line begins an archive. */
export function isArchive(firstLine: string): boolean {
  return /^\uFEFF?\{"recollect":"archive"/.test(firstLine)
}
