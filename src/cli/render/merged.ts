import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { counted } from '../wording/spoken-number.js'

/** What became of the items of a worker, in a line each way. */
export function renderMerged({ merged, left }: z.output<Operations['merge']['output']>): string {
  const stays = [
    ...(left.events > 0 ? [counted(left.events, 'event')] : []),
    ...(left.artifacts > 0 ? [counted(left.artifacts, 'large output')] : []),
    ...(left.tasks > 0 ? [counted(left.tasks, 'task')] : []),
  ]
  const leaves = stays.length === 0 ? [] : [`Left with the worker, as no memory: ${stays.join(', ')}.`]
  if (merged.length === 0) return ['Nothing to take over.', ...leaves].join('\n')
  const count = (outcome: (typeof merged)[number]['outcome']) =>
    merged.filter((one) => one.outcome === outcome).length
  const lines = [`${counted(count('added'), 'item')} taken over.`]
  if (count('repeated') > 0) lines.push(`${counted(count('repeated'), 'item')} were there already.`)
  if (count('forgotten') > 0)
    lines.push(`${counted(count('forgotten'), 'item')} had been forgotten here, and stay so.`)
  return [...lines, ...leaves].join('\n')
}
