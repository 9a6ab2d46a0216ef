import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../printable.js'
import { spokenTime } from '../spoken-time.js'
import { table } from './table.js'
import type { View } from './view.js'

/** One line for each write, refusal and read. */
export function renderAuditRows({ rows }: z.output<Operations['auditLog']['output']>, view: View): string {
  const { style } = view
  if (rows.length === 0) return 'No such rows.'
  return table(
    rows.map(({ at, actor, operation, outcome, ids, counts }) => [
      style.dim(spokenTime(at, view)),
      printableLine(actor),
      operation,
      outcome === 'done' || outcome === 'read' ? outcome : style.bad(outcome),
      style.dim([...sayCounts(counts), ...(ids.length === 1 ? ids : [])].join('  ')),
    ]),
  ).join('\n')
}

function sayCounts(counts: Readonly<Record<string, number>>): string[] {
  const said = Object.entries(counts)
    .filter(([name, count]) => count !== 0 && name !== 'ids')
    .map(([name, count]) => `${count} ${name}`)
  return said.length === 0 ? [] : [said.join(', ')]
}
