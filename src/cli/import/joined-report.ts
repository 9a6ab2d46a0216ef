import type { z } from 'zod'
import type { MemoryError } from '../../errors.js'
import type { Operations } from '../../operations/table.js'

export type ImportOutput = z.output<Operations['import']['output']>

/** What became of one file. */
export interface ImportedFile
  extends Pick<
    ImportOutput,
    'format' | 'messages' | 'notes' | 'events' | 'added' | 'repeated' | 'forgotten' | 'skipped'
  > {
  readonly file: string
}

type Problem = ImportOutput['problems'][number] & { readonly file: string }
type Reasons = ImportOutput['skippedBy']

/** What became of all that one path stands for; with one file the same as its own report, and `files` beside. */
export interface JoinedOutput extends Omit<ImportOutput, 'format' | 'problems'> {
  readonly files: readonly ImportedFile[]
  readonly problems: readonly Problem[]
}

export interface JoinedReport {
  add(file: string, report: ImportOutput): void
  /** A file that could not be read at all. */
  fail(file: string, error: MemoryError): void
  leaveOut(reason: string, count?: number): void
  /** Messages, events and notes read so far. */
  readCount(): number
  result(): JoinedOutput
}

export function createJoinedReport(dryRun: boolean): JoinedReport {
  const files: ImportedFile[] = []
  const problems: Problem[] = []
  const skippedBy = new Map<string, number>()
  const leftOut = new Map<string, number>()
  const remarks: { readonly file: string; readonly text: string }[] = []
  const total = {
    messages: 0,
    notes: 0,
    events: 0,
    added: 0,
    repeated: 0,
    forgotten: 0,
    skipped: 0,
    masked: 0,
    sessions: 0,
  }
  let firstAt: string | null = null
  let lastAt: string | null = null
  return {
    add(file, { problems: found, skippedBy: skips, leftOut: left, remarks: said, ...report }) {
      const { format, messages, notes, events, added, repeated, forgotten, skipped } = report
      files.push({ file, format, messages, notes, events, added, repeated, forgotten, skipped })
      for (const problem of found) keep(problems, { file, ...problem })
      for (const { reason, count } of skips) countUp(skippedBy, reason, count)
      for (const { reason, count } of left) countUp(leftOut, reason, count)
      for (const text of said) keep(remarks, { file, text })
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += report[name]
      // ISO 8601 in UTC sorts as text.
      const times = [firstAt, lastAt, report.firstAt, report.lastAt].filter((at) => at !== null).sort()
      firstAt = times.at(0) ?? null
      lastAt = times.at(-1) ?? null
    },
    fail(file, error) {
      total.skipped += 1
      countUp(skippedBy, 'file', 1)
      keep(problems, { file, line: null, entry: null, reason: error.message })
    },
    leaveOut: (reason, count = 1) => countUp(leftOut, reason, count),
    readCount: () => total.messages + total.events + total.notes,
    result: () => ({
      ...total,
      skippedBy: sorted(skippedBy),
      problems,
      leftOut: sorted(leftOut),
      remarks: remarks.map(({ file, text }) => (files.length > 1 ? `${file}: ${text}` : text)),
      firstAt,
      lastAt,
      dryRun,
      files,
    }),
  }
}

function keep<T>(list: T[], entry: T): void {
  if (list.length < PLACES_KEPT) list.push(entry)
}

function countUp(counts: Map<string, number>, reason: string, count: number): void {
  counts.set(reason, (counts.get(reason) ?? 0) + count)
}

function sorted(counts: ReadonlyMap<string, number>): Reasons {
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}

const PLACES_KEPT = 50
