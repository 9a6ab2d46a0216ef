import type { OutputOf } from '../../../api/operation-types.js'

type Report = OutputOf<'memory.import'>

/** What became of all files together. */
export interface JoinedReport {
  readonly added: number
  readonly repeated: number
  readonly forgotten: number
  readonly skipped: number
  readonly masked: number
  readonly events: number
  readonly sessions: number
  readonly isDryRun: boolean
  readonly skippedBy: ReadonlyMap<string, number>
  readonly leftOut: ReadonlyMap<string, number>
  readonly remarks: readonly string[]
  readonly problems: readonly { readonly path: string; readonly place: string; readonly reason: string }[]
  readonly files: readonly { readonly path: string; readonly format: string; readonly added: number }[]
}

export const nothingYet: JoinedReport = {
  added: 0,
  repeated: 0,
  forgotten: 0,
  skipped: 0,
  masked: 0,
  events: 0,
  sessions: 0,
  isDryRun: false,
  skippedBy: new Map(),
  leftOut: new Map(),
  remarks: [],
  problems: [],
  files: [],
}

/** More are counted, not shown. */
const PROBLEMS_MAX = 50

/** The same with one more file. */
export function withFile(all: JoinedReport, path: string, report: Report): JoinedReport {
  const problems = report.problems.map(({ line, entry, reason }) => ({
    path,
    place: line !== null ? String(line) : entry !== null ? `#${entry}` : '',
    reason,
  }))
  return {
    added: all.added + report.added,
    repeated: all.repeated + report.repeated,
    forgotten: all.forgotten + report.forgotten,
    skipped: all.skipped + report.skipped,
    masked: all.masked + report.masked,
    events: all.events + report.events,
    sessions: all.sessions + report.sessions,
    isDryRun: report.dryRun,
    skippedBy: summed(all.skippedBy, report.skippedBy),
    leftOut: summed(all.leftOut, report.leftOut),
    remarks: [...new Set([...all.remarks, ...report.remarks])],
    problems: [...all.problems, ...problems].slice(0, PROBLEMS_MAX), // slice-ok: a list
    files: [...all.files, { path, format: report.format, added: report.added }],
  }
}

/** The same with a file that could not be read at all. */
export function withFailure(all: JoinedReport, path: string, reason: string): JoinedReport {
  return {
    ...all,
    skipped: all.skipped + 1,
    skippedBy: summed(all.skippedBy, [{ reason, count: 1 }]),
    problems: [...all.problems, { path, place: '', reason }].slice(0, PROBLEMS_MAX), // slice-ok: a list
  }
}

/** The same with files that were not sent. */
export function withLeftOut(all: JoinedReport, reason: string, count: number): JoinedReport {
  return count === 0 ? all : { ...all, leftOut: summed(all.leftOut, [{ reason, count }]) }
}

function summed(
  before: ReadonlyMap<string, number>,
  more: readonly { readonly reason: string; readonly count: number }[],
): ReadonlyMap<string, number> {
  const sums = new Map(before)
  for (const { reason, count } of more) sums.set(reason, (sums.get(reason) ?? 0) + count)
  return sums
}
