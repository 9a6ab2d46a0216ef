import { may } from '../../api/caller.js'
import type { Entry, Side } from './entry.js'

/** Whether who asks may give this answer: it is not offered to others. */
export function mayDecide({ kind, ...entry }: Entry, side: Side): boolean {
  if (entry[side]?.isDestructive) return may('memory.forget')
  return may(kind === 'document' ? 'knowledge.publish' : 'memory.write')
}
