import type { ItemId } from '../../items/item.js'
import type { ChatTrouble } from '../../model/chat/chat-models.js'
import { fence } from '../../text/fence.js'
import type { MemoryRecord } from '../records/record.js'

/** What came of a recall. An empty list is never the only sign of a failure. */
export const recallOutcomes = ['recalled', 'nothing_relevant', 'no_records', 'failed'] as const

export type RecallOutcome = (typeof recallOutcomes)[number]

/**
 * Why a recall failed. `records_unavailable`: the records could not be listed, or what they say not be looked at;
 * `bodies_unavailable`: those that were chosen are gone, or could not be read; `selector_failed`: a mistake of ours;
 * `aborted`: the caller gave up. The others are what became of the question to a model (../../model/chat).
 */
export const recallFailures = [
  'records_unavailable',
  'bodies_unavailable',
  'selector_failed',
  'aborted',
  'timeout',
  'unavailable',
  'unreadable',
  'wrong_shape',
  'refused',
] as const satisfies readonly (ChatTrouble | string)[]

export type RecallFailure = (typeof recallFailures)[number]

/** What chose the records: a model, words and meaning, or words alone. */
export const selectors = ['model', 'meaning', 'lexical'] as const

export type SelectorName = (typeof selectors)[number]

export interface RecallResult {
  readonly outcome: RecallOutcome
  /** Where it failed. */
  readonly failure: { readonly reason: RecallFailure; readonly detail: string } | null
  /** Null where nothing was chosen from. */
  readonly how: SelectorName | null
  /** Most relevant first, at most five. */
  readonly records: readonly MemoryRecord[]
  /** The records ready for a prompt; empty where there are none. */
  readonly block: string
  /** What is to stand in later prompts instead: count and status ({@link compactRecall}). */
  readonly compact: string
  /** What a model named that was not in the list. */
  readonly dropped: readonly string[]
  /** Chosen, but gone or unreadable before their bodies were read. */
  readonly lost: readonly ItemId[]
  readonly manifest: {
    readonly size: number
    /** How many of them only the search reached. */
    readonly beyond: number
    /** How many records there are. */
    readonly total: number
    /** How many files are no records, or could not be read. */
    readonly problems: number
  }
  /** What could not take part in choosing, and why; not what is switched off. */
  readonly missing: Readonly<Partial<Record<'model' | 'vectors', string>>>
}

/** What {@link compactRecall} needs of a recall. */
export interface CompactableRecall {
  readonly outcome: RecallOutcome
  readonly failure: { readonly reason: RecallFailure } | null
  readonly records: readonly unknown[]
}

/**
 * One line that stands for a recall in later prompts: how many records and what became of it, and no word of them. The
 * client keeps the records to show them. It bears the mark of injected text, so that nothing is learnt from it.
 *
 * @example compactRecall(result) // <recollect-memory kind="recall">2 memory records were recalled.</recollect-memory>
 */
export function compactRecall({ outcome, failure, records }: CompactableRecall): string {
  return fence('recall', statusOf(outcome, failure?.reason ?? null, records.length), [], null).replaceAll(
    '\n',
    '',
  )
}

function statusOf(outcome: RecallOutcome, reason: RecallFailure | null, count: number): string {
  switch (outcome) {
    case 'recalled':
      return count === 1 ? '1 memory record was recalled.' : `${count} memory records were recalled.`
    case 'nothing_relevant':
      return 'No memory record concerned the request.'
    case 'no_records':
      return 'There were no memory records.'
    case 'failed':
      return `Memory records could not be recalled: ${reason}.`
  }
}
