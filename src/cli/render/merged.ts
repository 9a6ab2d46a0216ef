import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { counted } from '../wording/spoken-number.js'

/** What became of the items of a worker, in a line each way. */
export function renderMerged(merged: z.output<Operations['merge']['output']>['merged']): string {
  if (merged.length === 0) return 'Nothing to take over.'
  const count = (outcome: (typeof merged)[number]['outcome']) =>
    merged.filter((one) => one.outcome === outcome).length
  const lines = [`${counted(count('added'), 'item')} taken over.`]
  if (count('repeated') > 0) lines.push(`${counted(count('repeated'), 'item')} were there already.`)
  if (count('forgotten') > 0)
    lines.push(`${counted(count('forgotten'), 'item')} had been forgotten here, and stay so.`)
  return lines.join('\n')
}
