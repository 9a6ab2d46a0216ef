import type { NewRecord, RecordType } from '../../user/records/record.js'
import type { Problem } from '../problem.js'
import type { Reason } from '../skips.js'
import type { FilePlace, RecordForm } from './record-entry.js'

/** What becomes of one record. `differs`: there is one of its name that says something else, and it was left. */
export const recordOutcomes = ['added', 'updated', 'repeated', 'differs', 'forgotten'] as const

export type RecordOutcome = (typeof recordOutcomes)[number]

/** What an import of records did. */
export interface RecordReport {
  readonly forms: readonly { readonly form: RecordForm; readonly files: number }[]
  readonly found: number
  readonly added: number
  readonly updated: number
  readonly repeated: number
  readonly differs: number
  readonly forgotten: number
  readonly skipped: number
  readonly skippedBy: readonly Reason[]
  readonly leftOut: readonly Reason[]
  /** The first of those that were or would be changed, or left because they differ. */
  readonly records: readonly ReportedRecord[]
  readonly problems: readonly ReportedProblem[]
  /** How many did not say what they are for. */
  readonly untyped: number
  /** Whose memories the sources hold, where they say so; the first of them. */
  readonly users: readonly { readonly user: string; readonly memories: number }[]
  readonly dryRun: boolean
}

export interface ReportedRecord {
  readonly name: string
  readonly description: string
  readonly type: RecordType
  readonly outcome: RecordOutcome
  readonly path: string
}

export interface ReportedProblem {
  readonly path: string
  readonly line: number | null
  readonly entry: number | null
  readonly reason: string
}

export interface RecordReportBuilder {
  take(form: RecordForm): void
  settle(place: FilePlace, record: NewRecord, outcome: RecordOutcome, isTyped: boolean): void
  fail(place: FilePlace, problem: Problem): void
  leaveOut(reason: string): void
  meet(user: string): void
  result(): RecordReport
}

export function createRecordReport({ dryRun }: { readonly dryRun: boolean }): RecordReportBuilder {
  const forms = new Map<RecordForm, number>()
  const skippedBy = new Map<string, number>()
  const leftOut = new Map<string, number>()
  const users = new Map<string, number>()
  const records: ReportedRecord[] = []
  const problems: ReportedProblem[] = []
  const tally = { added: 0, updated: 0, repeated: 0, differs: 0, forgotten: 0 }
  let skipped = 0
  let untyped = 0
  return {
    take: (form) => countUp(forms, form),
    settle({ path }, { name, description, type }, outcome, isTyped) {
      tally[outcome] += 1
      if (!isTyped && outcome === 'added') untyped += 1
      if (outcome !== 'repeated' && records.length < RECORDS_KEPT)
        records.push({ name, description, type, outcome, path })
    },
    fail({ path, line = null, entry = null }, { reason, detail, isPartial }) {
      if (isPartial !== true) {
        skipped += 1
        countUp(skippedBy, reason)
      }
      if (problems.length < PROBLEMS_KEPT)
        problems.push({ path, line, entry, reason: detail === undefined ? reason : `${reason}: ${detail}` })
    },
    leaveOut: (reason) => countUp(leftOut, reason),
    meet: (user) => countUp(users, user),
    result: () => ({
      forms: [...forms].map(([form, files]) => ({ form, files })),
      found: Object.values(tally).reduce((sum, count) => sum + count, 0),
      ...tally,
      skipped,
      skippedBy: sorted(skippedBy),
      leftOut: sorted(leftOut),
      records,
      problems,
      untyped,
      users: [...users]
        .map(([user, memories]) => ({ user, memories }))
        .filter((_, index) => index < USERS_KEPT),
      dryRun,
    }),
  }
}

function countUp<T>(counts: Map<T, number>, one: T): void {
  counts.set(one, (counts.get(one) ?? 0) + 1)
}

function sorted(counts: ReadonlyMap<string, number>): Reason[] {
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}

const RECORDS_KEPT = 200
const PROBLEMS_KEPT = 50
const USERS_KEPT = 50
