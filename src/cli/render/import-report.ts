import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../printable.js'
import { counted, spokenCount } from '../spoken-number.js'
import { spokenDay } from '../spoken-time.js'
import { table } from './table.js'
import type { View } from './view.js'

export type ImportOutput = z.output<Operations['import']['output']>

/** What an import did, line by line; lines that say nothing are left out. */
export function renderImportReport(report: ImportOutput, view: View): string {
  const { style } = view
  const { dryRun, added, repeated, forgotten, skipped, problems } = report
  const counts: [number, string][] = [
    [added, dryRun ? 'would be added' : 'added'],
    [repeated, 'were there already'],
    [forgotten, 'had been forgotten and stay so'],
    [skipped, 'skipped'],
  ]
  const shown = counts.filter(([count], index) => count > 0 || (index === 0 && repeated + forgotten === 0))
  const first = problems.slice(0, PROBLEMS_SHOWN)
  const rest = skipped - first.length
  return [
    style.bold(
      `${counted(report.messages, 'message')} in ${counted(report.sessions, 'session')}${span(report, view)}`,
    ),
    ...table(
      shown.map(([count, what]) => [`  ${spokenCount(count)}`, what]),
      [0],
    ),
    ...first.map(({ line, reason }) => style.dim(`    line ${line}: ${printableLine(reason)}`)),
    ...(rest > 0 ? [style.dim(`    and ${counted(rest, 'line')} more`)] : []),
  ].join('\n')
}

/** A wrong file has one reason for all its lines; the rest is in --json. */
const PROBLEMS_SHOWN = 5

function span({ firstAt, lastAt }: ImportOutput, { zone }: View): string {
  if (firstAt === null || lastAt === null) return ''
  const [first, last] = [spokenDay(firstAt, zone), spokenDay(lastAt, zone)]
  return first === last ? `, ${first}` : `, ${first} to ${last}`
}
