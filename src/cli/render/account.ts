import type { z } from 'zod'
import type { accountShape } from '../../operations/account-shapes.js'
import { percent } from '../../search/reason.js'
import { described, wrapped } from './described.js'
import { shownWidth, table } from './table.js'
import type { View } from './view.js'

type Account = z.output<typeof accountShape>

/** Where a score comes from: a line for each layer, and what else had a part in it. */
export function renderAccount(account: Account, score: number, indent: number, view: View): string[] {
  const { style, columns } = view
  const heading = ['layer', 'rank', 'score', 'weight', 'share']
  const rows = account.layers.map(({ layer, rank, score: own, weight, share }) => [
    layer,
    String(rank),
    own.toFixed(2),
    weight.toFixed(2),
    percent(share),
  ])
  const pad = ' '.repeat(indent)
  const lines = table([heading.map(style.dim), ...rows], [1, 2, 3, 4]).map((line) => pad + line)
  const shown = lines.every((line) => shownWidth(line) <= columns)
    ? lines
    : rows.flatMap((row) =>
        described(
          row.map((value, index) => [heading[index] ?? '', value] as const),
          { columns, indent, name: style.dim },
        ),
      )
  const rest = [`score ${score.toPrecision(3)}`]
  if (account.age !== null) rest.push(`age × ${account.age.toFixed(2)}`)
  if (account.neighbours > 0) rest.push(`turns around it ${percent(account.neighbours)} of text`)
  if (account.session > 0) rest.push(`its session ${percent(account.session)} of text`)
  const vectors = account.layers.find(({ layer }) => layer === 'vectors')
  const { similarity } = account
  if (vectors !== undefined && similarity !== null && vectors.score - similarity > WORTH_SAYING)
    rest.push(`its own meaning ${similarity.toFixed(2)}, the rest of vectors from turns around it`)
  return [...shown, ...wrapped(rest.join(' · '), columns - indent).map((line) => pad + style.dim(line))]
}

const WORTH_SAYING = 0.005
