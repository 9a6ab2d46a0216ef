import type { Origin, Trust } from '../items/item.js'
import type { FoundItem } from '../items/read-items.js'
import { clip } from '../text/clip.js'
import { LINE_BREAKS } from '../text/disarm.js'
import { fencedLine } from '../text/fence.js'

/** Turns of one conversation, day, origin and trust, or one other item: they stand behind one label. */
export interface RecallGroup {
  readonly origin: Origin
  readonly trust: Trust
  /** A day on the asker's clock, like `2026-05-01`; null where it is not known. */
  readonly day: string | null
  /** In the order in which they were said. */
  readonly items: readonly FoundItem[]
}

/** Each group as it goes into a prompt: its label, and behind it its items, a line each, those behind the first set in. */
export function recallLines(groups: readonly RecallGroup[]): string[] {
  return groups.map(({ items, ...label }) =>
    fencedLine({ ...label, text: items.map(recallLine).join('\n'), keepsLines: true }),
  )
}

/**
 * One item within its group: who said it, and what. Its own further lines are set in once more, so that none of them
 * passes for another turn.
 */
export function recallLine({ text, turn }: Said): string {
  const lines = text.replace(LINE_BREAKS, '\n').trim().replaceAll('\n', '\n  ')
  return turn === null
    ? lines
    : `${clip((turn.speaker ?? turn.role).replace(/\s+/g, ' '), NAME_CHARS)}: ${lines}`
}

const NAME_CHARS = 80

interface Said {
  readonly text: string
  readonly turn: { readonly role: string; readonly speaker: string | null } | null
}
