import { isPostgresUrl } from '../../store-place.js'
import type { MoveReport } from '../../transfer/move/move-store.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenCount, spokenDuration } from '../wording/spoken-number.js'
import { described } from './described.js'
import type { View } from './view.js'

/** What was moved, and how it goes on. */
export function renderMoved(report: MoveReport, { style, columns }: View): string {
  const { rows, banks, tables, mended, isResumed, tookMs } = report
  const speed = tookMs === 0 ? '' : `, ${spokenCount(Math.round((rows * 1_000) / tookMs))} a second`
  const told = described(
    [
      ['From', printableLine(report.from)],
      ['To', printableLine(report.to)],
      ['Compared', `${counted(rows, 'row')} of ${counted(tables, 'table')}, bank by bank: all are the same`],
      ['Took', `${spokenDuration(tookMs)}${speed}${isResumed ? ', going on where it was broken off' : ''}`],
      ...(mended === 0
        ? []
        : ([['Changed', `${counted(mended, 'row')} changed meanwhile, and copied again`]] as const)),
    ],
    { columns, name: style.dim },
  )
  // Who owns the tables could take down the wall between banks.
  const serving = isPostgresUrl(report.to)
    ? ['Before servers use it, as its owner: recollect prepare --role recollect_app (docs/deployment.md).']
    : []
  return [
    `${style.good('Moved.')} ${counted(banks, 'bank')} in a new place.`,
    ...told,
    '',
    'The old one is as it was, and whoever has it open goes on writing there. Say to all programs where the memory is now',
    '(store in config.json, or RECOLLECT_STORE), try it with recollect doctor, and put the old one away.',
    ...serving,
  ].join('\n')
}
