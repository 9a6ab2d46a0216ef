import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../printable.js'
import { table } from './table.js'
import type { View } from './view.js'

/** What doctor looked at, and what to do about what it found. */
export function renderFindings(
  { isHealthy, findings }: z.output<Operations['doctor']['output']>,
  view: View,
): string {
  const { style } = view
  const rows = findings.map(({ check, isOk, detail }) => [
    isOk ? style.good('ok') : style.bad('!!'),
    check,
    style.dim(printableLine(detail)),
  ])
  const hints = findings.flatMap(({ check, hint }) =>
    hint === null ? [] : [`  ${check}: ${printableLine(hint)}`],
  )
  return [
    ...table(rows),
    '',
    isHealthy ? style.bold(style.good('Healthy.')) : style.bold(style.bad('Not healthy. What to do:')),
    ...hints,
  ].join('\n')
}
