import { describeReasons } from '../../search/reason.js'
import { printableLine } from '../wording/printable.js'
import type { Hit } from './hits.js'
import { brief } from './item.js'
import type { ShownItem } from './place.js'
import { table } from './table.js'
import type { View } from './view.js'

/** Why a hit was found: each reason on a line of its own, and how each layer ranked it. */
export function renderWhy(item: ShownItem | Hit, view: View): string {
  const { style } = view
  if (!('reasons' in item))
    return [...brief(item, view), '  It was not searched for: you have just kept it.'].join('\n')
  const reasons = item.reasons.map((reason) => describeReasons([reason]))
  const layers = item.layers.map(({ layer, rank, score }) => [
    `  ${layer}`,
    `rank ${rank}`,
    style.dim(`score ${score.toFixed(3)}`),
  ])
  return [
    ...brief(item, view),
    ...reasons.map((reason) => `  ${style.accent('·')} ${printableLine(reason)}`),
    ...table(layers),
  ].join('\n')
}
