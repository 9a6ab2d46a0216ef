import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenCount } from '../wording/spoken-number.js'
import { hanging } from './hanging.js'
import { reasons, total } from './import-report.js'
import { table } from './table.js'
import type { View } from './view.js'

export type RecordImportOutput = z.output<Operations['recordImport']['output']>

/** What an import of records did, line by line; lines that say nothing are left out. */
export function renderRecordImport(report: RecordImportOutput, view: View): string {
  const { style, columns } = view
  const { dryRun, added, updated, repeated, differs, forgotten, skipped, skippedBy, leftOut } = report
  const counts: [number, string][] = [
    [added, dryRun ? 'would be added' : 'added'],
    [updated, dryRun ? 'would be updated' : 'updated'],
    [repeated, repeated === 1 ? 'was there already' : 'were there already'],
    [
      differs,
      differs === 1 ? 'says something else here, and was left' : 'say something else here, and were left',
    ],
    [forgotten, `had been forgotten and ${forgotten === 1 ? 'stays' : 'stay'} so`],
    [skipped, skippedBy.length > 1 ? `skipped: ${reasons(skippedBy)}` : 'skipped'],
    [total(leftOut), `left out: ${reasons(leftOut)}`],
  ]
  const shown = counts.filter(([count], index) => count > 0 || (index === 0 && report.found === 0))
  const tallies = table(
    shown.map(([count]) => [`  ${spokenCount(count)}`]),
    [0],
  )
  return [
    ...hanging('', `${counted(report.found, 'record')}${sources(report)}`, columns).map(style.bold),
    ...shown.flatMap(([, what], index) => hanging(`${tallies[index]}  `, what, columns)),
    ...problems(report, view),
    ...records(report, view),
  ].join('\n')
}

function sources({ forms }: RecordImportOutput): string {
  const parts = forms.map(
    ({ form, files }) => `${FORMS[form]}${files === 1 ? '' : ` × ${spokenCount(files)}`}`,
  )
  return parts.length === 0 ? '' : ` from ${parts.join(', ')}`
}

const FORMS = {
  markdown: 'Markdown',
  'claude-code': 'Claude Code memory',
  mem0: 'a mem0 export',
  'server-memory': 'the MCP memory server',
  memories: 'memories as JSON',
  records: 'an export of records',
} as const satisfies Record<RecordImportOutput['forms'][number]['form'], string>

function problems({ problems: all, skipped }: RecordImportOutput, { style, columns }: View): string[] {
  const first = all.filter((_, index) => index < PROBLEMS_SHOWN)
  const more = Math.max(all.length, skipped) - first.length
  return [
    ...first.flatMap(({ path, line, entry, reason }) => {
      const place = [
        path,
        ...(line === null ? [] : [`line ${line}`]),
        ...(entry === null ? [] : [`entry ${entry}`]),
      ]
      return hanging(
        '    ',
        printableLine(`${place.join(', ')}: ${reason.replace('with `of`', 'with --of')}`),
        columns,
      ).map(style.dim)
    }),
    ...(more > 0
      ? hanging('    ', `and ${spokenCount(more)} more; --json lists the first 50`, columns).map(style.dim)
      : []),
  ]
}

/** Before it happens, what would: after that, `recollect records` shows them. */
function records(
  { records: all, dryRun, found, repeated }: RecordImportOutput,
  { style, columns }: View,
): string[] {
  const told = all.filter(({ outcome }) => dryRun || outcome === 'differs')
  const first = told.filter((_, index) => index < RECORDS_SHOWN)
  const more = (dryRun ? found - repeated : told.length) - first.length
  if (first.length === 0) return []
  return [
    '',
    ...first.flatMap(({ name, type, description, outcome }) => {
      const said = description === '' ? '' : `: ${printableLine(description)}`
      const what = outcome === 'added' ? type : `${type}, ${outcome}`
      return hanging('  ', `${style.bold(printableLine(name))} ${style.dim(`(${what})`)}${said}`, columns)
    }),
    ...(more > 0 ? [style.dim(`  and ${spokenCount(more)} more`)] : []),
  ]
}

const PROBLEMS_SHOWN = 5
const RECORDS_SHOWN = 10
