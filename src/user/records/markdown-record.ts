import { type ItemId, type Trust, trusts } from '../../items/item.js'
import { BODY_MAX_BYTES, type NewRecord, type Provenance } from './record.js'
import type { FileProblem } from './record-store.js'

/** What the file of a record says. Null where it does not say it: then code does. Times are milliseconds UTC. */
export interface MarkdownRecord extends NewRecord {
  /** False where the name is taken from the first heading, or from the file's name. */
  readonly isNamed: boolean
  readonly id: ItemId | null
  readonly provenance: Provenance | null
  /** No more than it is believed. */
  readonly trust: Trust | null
  readonly createdAt: number | null
  readonly updatedAt: number | null
  readonly recallCount: number | null
  readonly lastRecalledAt: number | null
}

/** The fields of the front matter, in the order in which they are written. */
export const recordFields = [
  'name',
  'description',
  'type',
  'provenance',
  'trust',
  'created',
  'updated',
  'recallCount',
  'lastRecalledAt',
  'id',
] as const

export type RecordField = (typeof recordFields)[number]

/** Beyond it a file is not even read: the longest body, with the longest front matter. */
export const RECORD_FILE_MAX_BYTES = BODY_MAX_BYTES + 80 * 1024

/** Why a file is no record, in a closed list. What a person wrote is never quoted. */
export const fileFaults = {
  notRegular: 'is not a file: a link, a folder or a device is not read',
  fileName: 'has a name that not every system takes: give it another one',
  unreadable: 'cannot be read now: it stays as it was known',
  tooLarge: `is larger than ${RECORD_FILE_MAX_BYTES} bytes`,
  notText: 'is not UTF-8 text',
  nul: 'holds the character U+0000',
  unclosed: 'begins with front matter that no second --- line ends',
  yaml: 'is no valid YAML (quotes around a value may help)',
  unquoted: 'is no valid YAML: put it in quotes, like name: "Plan: phase 2"',
  flow: 'has its fields in braces: write one field on a line',
  explicit: 'begins with ?: write field: value',
  notScalar: 'is a list or has fields of its own: write one value',
  notTime: 'is no time: write it like 2026-03-01 or 2026-03-01T09:30:00Z',
  notCount: 'is no whole number of 0 or more',
  notId: 'is no id: remove the line, and the record gets one',
  notProvenance: 'is neither manual nor auto: remove the line',
  notTrust: `is none of ${trusts.join(', ')}: remove the line`,
  illFormed: 'holds a character that no text may hold',
  idTaken: 'is the id of something else: in a copy, remove the line',
  nameTaken: 'is the name of another record: give it another one',
  fileTaken: 'has the name of another file but for case or composition: rename it',
  forgotten: 'says what was forgotten: change it, or remove the file',
} as const

export type FileFault = keyof typeof fileFaults

/** The problem as it is told; `detail` says more where the closed list cannot. */
export function fileProblem(
  file: string,
  fault: FileFault,
  { line = null, field = null, detail }: FaultPlace = {},
): FileProblem {
  const reason = detail === undefined ? fileFaults[fault] : `${fileFaults[fault]}: ${detail}`
  return { file, line, field, reason }
}

export interface FaultPlace {
  readonly line?: number | null
  readonly field?: string | null
  readonly detail?: string | undefined
}
