import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printable, printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { spokenTime } from '../wording/spoken-time.js'
import { paragraphs } from './block.js'
import { described } from './described.js'
import type { View } from './view.js'

type Record = z.output<Operations['recordRead']['output']>
type RecordsOutput = z.output<Operations['recordList']['output']>
type RecallOutput = z.output<Operations['recordRecall']['output']>

/** One record: what it says, then what it is. */
export function renderRecord(record: Record, view: View): string {
  const { style } = view
  const { name, description, body } = record
  const rows: [string, string][] = [
    ['file', printableLine(record.file)],
    ['type', `${record.type}, ${record.provenance}`],
    ['trust', record.trust],
    ['changed', `${spokenTime(record.updatedAt, view)}, revision ${record.revision}`],
    ['recalled', recalled(record, view)],
    ['id', record.id],
  ]
  return [
    style.bold(printableLine(name)),
    ...(description === '' ? [] : paragraphs(printableLine(description), 0, view)),
    ...(body === '' ? [] : ['', ...paragraphs(printable(body), 0, view)]),
    '',
    ...described(rows, { columns: view.columns, indent: 0, name: style.dim }),
  ].join('\n')
}

/** Records, numbered, without their bodies. */
export function renderRecords({ records }: RecordsOutput, view: View, showsIds: boolean): string {
  const { style } = view
  return records
    .map((record, index) =>
      [
        `${style.bold(style.accent(String(index + 1)))}  ${style.bold(printableLine(record.name))}`,
        ...paragraphs(printableLine(record.description), 3, view),
        style.dim(
          `   ${printableLine([record.file, record.type, record.provenance, recalled(record, view)].join(' · '))}`,
        ),
        ...(showsIds ? [style.dim(`   ${record.id}`)] : []),
      ].join('\n'),
    )
    .join('\n\n')
}

/** Recalled records, numbered, with what they say. */
export function renderRecalled({ records }: RecallOutput, view: View, showsIds: boolean): string {
  const { style } = view
  return records
    .map((record, index) =>
      [
        `${style.bold(style.accent(String(index + 1)))}  ${style.bold(printableLine(record.name))}`,
        ...paragraphs(printableLine(record.description), 3, view),
        ...(record.body === '' ? [] : ['', ...paragraphs(printable(record.body), 3, view), '']),
        style.dim(`   ${printableLine([record.file, record.type, record.trust].join(' · '))}`),
        ...(showsIds ? [style.dim(`   ${record.id}`)] : []),
      ].join('\n'),
    )
    .join('\n\n')
}

function recalled(
  { recallCount, lastRecalledAt }: Record | RecordsOutput['records'][number],
  view: View,
): string {
  return recallCount === 0 || lastRecalledAt === null
    ? 'not recalled yet'
    : `${counted(recallCount, 'time')}, last ${spokenTime(lastRecalledAt, view)}`
}
