import type { ImportOutput, JoinedOutput } from '../import/joined-report.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenCount } from '../wording/spoken-number.js'
import { spokenDay } from '../wording/spoken-time.js'
import { hanging } from './hanging.js'
import { table } from './table.js'
import type { View } from './view.js'

/** What one call of the import did, or all that one path stood for. */
type ShownReport = Omit<ImportOutput, 'format' | 'problems'> & {
  readonly files?: JoinedOutput['files']
  readonly problems: readonly ShownProblem[]
}

type ShownProblem = ImportOutput['problems'][number] & { readonly file?: string }

/** What an import did, line by line; lines that say nothing are left out. */
export function renderImportReport(report: ShownReport, view: View): string {
  const { style, columns } = view
  const { dryRun, added, repeated, forgotten, masked, skipped, skippedBy, problems, leftOut } = report
  const { files = [] } = report
  const counts: [number, string][] = [
    [added, dryRun ? 'would be added' : 'added'],
    [repeated, 'were there already'],
    [forgotten, `had been forgotten and ${forgotten === 1 ? 'stays' : 'stay'} so`],
    [masked, `${masked === 1 ? 'secret or private span' : 'secrets or private spans'} masked`],
    [skipped, skippedBy.length > 1 ? `skipped: ${reasons(skippedBy)}` : 'skipped'],
    [total(leftOut), `left out: ${reasons(leftOut)}`],
  ]
  const shown = counts.filter(([count], index) => count > 0 || (index === 0 && repeated + forgotten === 0))
  const first = problems.filter((_, index) => index < PROBLEMS_SHOWN)
  const rest = problems.length - first.length
  const more = problems.length < skipped ? skipped - first.length : rest
  const isMany = files.length > 1
  const tallies = table(
    shown.map(([count]) => [`  ${spokenCount(count)}`]),
    [0],
  )
  return [
    ...hanging(
      '',
      `${whatOf(report)}${isMany ? ` from ${counted(files.length, 'file')}` : ''}${span(report, view)}`,
      columns,
    ).map(style.bold),
    ...shown.flatMap(([, what], index) => hanging(`${tallies[index]}  `, what, columns)),
    ...first.flatMap((problem) =>
      hanging('    ', `${place(problem, isMany)}${printableLine(problem.reason)}`, columns).map(style.dim),
    ),
    ...(more > 0
      ? hanging('    ', `and ${spokenCount(more)} more; --json lists the first 50`, columns).map(style.dim)
      : []),
    ...(isMany ? fileLines(files, columns) : []).map(style.dim),
    ...report.remarks
      .filter((_, index) => index < REMARKS_SHOWN)
      .flatMap((text) => hanging('  ', printableLine(text), columns).map(style.dim)),
  ].join('\n')
}

/** What became of each file, where they are few enough to be looked over. */
function fileLines(files: JoinedOutput['files'], columns: number): string[] {
  if (files.length > FILES_SHOWN) return hanging('  ', '--json says what became of each file', columns)
  return table(
    files.map(({ file, format, added, repeated, forgotten, skipped }) => {
      const counts = [
        [added, 'added'],
        [repeated, 'there'],
        [forgotten, 'forgotten'],
        [skipped, 'skipped'],
      ] as const
      const told = counts
        .filter(([count]) => count > 0)
        .map(([count, what]) => `${spokenCount(count)} ${what}`)
      return [`  ${format}`, told.join(', ') || 'nothing', printableLine(file)]
    }),
  )
}

const FILES_SHOWN = 20

/** A wrong file has one reason for all its lines; the rest is in --json. */
const PROBLEMS_SHOWN = 5
const REASONS_SHOWN = 6
const REMARKS_SHOWN = 3

function whatOf({ messages, notes, events, sessions, files = [] }: ShownReport): string {
  const done = events === 0 ? '' : ` and ${counted(events, 'event')}`
  // Each day of a channel is a file: how many they are in all, no file knows.
  const isByDay = files.some(({ format }) => format === 'slack')
  const said = `${counted(messages, 'message')}${done}${isByDay ? '' : ` in ${counted(sessions, 'session')}`}`
  if (notes === 0) return said
  return messages + events === 0 ? counted(notes, 'note') : `${said} and ${counted(notes, 'note')}`
}

function place({ file, line, entry }: ShownProblem, isMany: boolean): string {
  const isWhole = line === null && entry === null
  const parts = [
    ...(file !== undefined && (isMany || isWhole) ? [printableLine(file)] : []),
    ...(line === null ? [] : [`line ${line}`]),
    ...(entry === null ? [] : [`entry ${entry}`]),
  ]
  return parts.length === 0 ? '' : `${parts.join(', ')}: `
}

export function total(list: JoinedOutput['leftOut']): number {
  return list.reduce((sum, { count }) => sum + count, 0)
}

/** `tool result × 120, thinking × 40`: the kinds say best what a person need not miss. */
export function reasons(list: JoinedOutput['leftOut']): string {
  const named = list.filter((_, index) => index < REASONS_SHOWN)
  const rest = total(list) - total(named)
  const parts = named.map(({ reason, count }) => {
    // In which way it is no message, the name of the thing says.
    const thing = printableLine(reason.replace(/^(?:not a message|part of a message|not memory): /, ''))
    return count === 1 ? thing : `${thing} × ${spokenCount(count)}`
  })
  return [...parts, ...(rest > 0 ? [`others × ${spokenCount(rest)}`] : [])].join(', ')
}

function span({ firstAt, lastAt }: ShownReport, { zone }: View): string {
  if (firstAt === null || lastAt === null) return ''
  const [first, last] = [spokenDay(firstAt, zone), spokenDay(lastAt, zone)]
  return first === last ? `, ${first}` : `, ${first} to ${last}`
}
