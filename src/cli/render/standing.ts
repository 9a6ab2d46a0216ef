import type { z } from 'zod'
import type { standingShape } from '../../operations/account-shapes.js'
import { printableLine } from '../wording/printable.js'
import { renderAccount } from './account.js'
import { described, wrapped } from './described.js'
import { brief } from './item.js'
import type { View } from './view.js'

export type ShownStanding = z.output<typeof standingShape>

/** Where one item stands in an answer, and why it is not higher, or not there. */
export function renderStanding(standing: ShownStanding, view: View): string {
  const { item, state, why, account, score, layers } = standing
  const { style, columns } = view
  const rows = layers.map((layer) => [layer.layer, printableLine(layer.why)] as const)
  return [
    ...brief(item, view),
    ...wrapped(printableLine(why), columns - 2).map((line) => `  ${style.bold(line)}`),
    ...(state === 'not_found' ? described(rows, { columns, name: style.accent }) : []),
    ...(account === null || score === null ? [] : renderAccount(account, score, 2, view)),
  ].join('\n')
}
