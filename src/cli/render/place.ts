import type { z } from 'zod'
import type { itemShape } from '../../operations/shapes.js'
import { printableLine } from '../wording/printable.js'
import { spokenTime } from '../wording/spoken-time.js'
import type { View } from './view.js'

export type ShownItem = z.output<typeof itemShape>

/** Where an item stands, on one line: `3 May 2023, 13:56 · Mia · lisbon-trip`. */
export function place(
  item: Pick<ShownItem, 'kind' | 'occurredAt' | 'turn' | 'trust' | 'tags' | 'record'>,
  view: View,
): string {
  const { turn, kind, trust, tags, record } = item
  // When it was kept says nothing of when it was said; of a record, its last change counts.
  const at = item.occurredAt ?? record?.updatedAt ?? null
  const parts = [at === null ? 'undated' : spokenTime(at, view)]
  if (record !== null) parts.push(`record ${printableLine(record.file)}`)
  else if (turn === null) parts.push(kind === 'thought' ? 'note' : kind)
  else parts.push(who(turn), printableLine(turn.session))
  if (tags.length > 0) parts.push(hashed(tags))
  // Trust is told where a reader should be careful, not on every line.
  if (trust === 'untrusted' && turn?.role !== 'assistant') parts.push('untrusted')
  return parts.join(' · ')
}

/** `#travel #Q3 planning` */
export function hashed(tags: readonly string[]): string {
  return printableLine(tags.map((tag) => `#${tag}`).join(' '))
}

/** The speaker by name, with the role where the name does not say it. */
function who({ role, speaker }: NonNullable<ShownItem['turn']>): string {
  if (speaker === null) return printableLine(role)
  const isSaidTwice = role === 'user' || speaker.toLowerCase() === role.toLowerCase()
  return printableLine(isSaidTwice ? speaker : `${speaker} (${role})`)
}
