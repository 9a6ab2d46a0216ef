import type { Origin, Trust } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import type { ChatModels } from '../model/chat/chat-models.js'
import type { Reach } from '../reach.js'
import type { ReadLog } from '../read-log.js'
import type { Remotes } from '../remote/remotes.js'
import type { PromptItem } from '../task/prompt/block.js'
import type { Decision } from '../task/prompt/decision.js'
import { formatMoment } from '../text/zone.js'
import type { RecordStore } from '../user/records/record-store.js'

/** What blocks are gathered with. */
export interface PromptWorld {
  readonly spine: Spine
  readonly reach: Reach
  readonly records: RecordStore
  readonly models: ChatModels
  readonly readLog: ReadLog
  /** Absent where no memory elsewhere is asked. */
  readonly remotes?: Remotes | undefined
  readonly signal: AbortSignal | undefined
}

/** What could stand in a block. */
export interface Gathered {
  readonly items: readonly PromptItem[]
  /** What was chosen against while gathering. */
  readonly out?: readonly Decision[]
  /** What could not take part, in words. */
  readonly missing?: string
}

interface Remembered {
  readonly id: string
  readonly text: string
  readonly origin: Origin
  readonly trust: Trust
  /** Milliseconds UTC. */
  readonly at: number
}

/** A memory, as a block holds it. */
export function memoryItem(
  { id, text, origin, trust, at }: Remembered,
  zone: string,
  more: Partial<PromptItem> = {},
): PromptItem {
  return {
    id,
    text,
    as: 'memory',
    origin,
    trust,
    day: dayOf(at, zone),
    score: 0,
    authority: 'user',
    conflictKeys: [],
    at,
    ...more,
  }
}

/** Words of the caller's own, which nobody remembered. */
export function plainItem(id: string, text: string, more: Partial<PromptItem> = {}): PromptItem {
  return {
    id,
    text,
    as: 'plain',
    origin: 'user',
    trust: 'stated',
    day: null,
    score: 0,
    authority: 'turn',
    conflictKeys: [],
    at: 0,
    ...more,
  }
}

function dayOf(at: number, zone: string): string {
  return formatMoment(at, zone).substring(0, 10) // slice-ok: ASCII
}
