import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { spokenCount } from '../wording/spoken-number.js'
import { described } from './described.js'
import type { View } from './view.js'

/** What doctor looked at, and what to do about what it found. */
export function renderFindings(
  { isHealthy, findings }: z.output<Operations['doctor']['output']>,
  view: View,
): string {
  const { style, columns } = view
  const rows = findings.map(
    ({ check, isOk, detail }) => [`${isOk ? OK : WRONG}  ${check}`, grouped(printableLine(detail))] as const,
  )
  const name = (text: string) =>
    text.replace(/^\S+/, (mark) => (mark === OK ? style.good(mark) : style.bad(mark)))
  const hints = findings.flatMap(({ check, hint }) =>
    hint === null ? [] : [`  ${check}: ${printableLine(hint)}`],
  )
  return [
    ...described(rows, { columns, indent: 0, name, about: style.dim }),
    '',
    isHealthy ? style.bold(style.good('Healthy.')) : style.bold(style.bad('Not healthy. What to do:')),
    ...hints,
  ].join('\n')
}

const OK = 'ok'
const WRONG = '!!'

/** `434,176 bytes`; a path may hold long numbers too, and stays as it is. */
function grouped(detail: string): string {
  return detail.replace(/\b\d{4,15}(?= (?:bytes|rows|items|texts)\b)/g, (digits) =>
    spokenCount(Number(digits)),
  )
}
