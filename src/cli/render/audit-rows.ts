import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { spokenTime } from '../wording/spoken-time.js'
import { shownWidth, table } from './table.js'
import type { View } from './view.js'

/** One line for each write, refusal and read. */
export function renderAuditRows({ rows }: z.output<Operations['auditLog']['output']>, view: View): string {
  const { style } = view
  if (rows.length === 0) return 'No such rows.'
  const cells = rows.map(({ at, actor, operation, outcome, ids, counts }) => ({
    at: style.dim(spokenTime(at, view)),
    actor: printableLine(actor),
    operation,
    outcome: outcome === 'done' || outcome === 'read' ? outcome : style.bad(outcome),
    about: style.dim([...sayCounts(counts), ...(ids.length === 1 ? ids : [])].join('  ')),
  }))
  const wide = table(
    cells.map(({ at, actor, operation, outcome, about }) => [at, actor, operation, outcome, about]),
  )
  if (wide.every((line) => shownWidth(line) <= view.columns)) return wide.join('\n')
  return cells
    .flatMap(({ at, actor, operation, outcome, about }) => [
      `${at}  ${operation}  ${outcome}`,
      `  ${[actor, about].filter((part) => part !== '').join('  ')}`,
    ])
    .join('\n')
}

function sayCounts(counts: Readonly<Record<string, number>>): string[] {
  const said = Object.entries(counts)
    .filter(([name, count]) => count !== 0 && name !== 'ids')
    .map(([name, count]) =>
      name.endsWith('s') ? counted(count, name.replace(/s$/, '')) : `${count} ${name}`,
    )
  return said.length === 0 ? [] : [said.join(', ')]
}
