import type { ConversationEvent } from './conversation-event.js'
import type { ConversationMessage } from './conversation-message.js'
import type { Problem } from './problem.js'

/** Where in a source something stands; neither where it is the source as a whole. */
export interface Place {
  /** From 1, in a source of lines. */
  readonly line?: number
  /** From 1, in a source of JSON values: a conversation of an export, say. */
  readonly entry?: number
}

/** A text that stands for itself. */
export interface Note {
  /** Verbatim. */
  readonly text: string
  /** Milliseconds UTC. */
  readonly at: number | null
  readonly tags: readonly string[]
}

/** What a reader finds in a source, in the order of the source. */
export type Entry =
  | { readonly kind: 'message'; readonly place: Place; readonly message: ConversationMessage }
  /** What an agent did: kept in the transcript of its session, and never found by search. */
  | { readonly kind: 'event'; readonly place: Place; readonly event: ConversationEvent }
  | { readonly kind: 'note'; readonly place: Place; readonly note: Note }
  /** Something that should have been a message or note, and is not. */
  | { readonly kind: 'problem'; readonly place: Place; readonly problem: Problem }
  /** Something that is no memory by its nature, e.g. a tool's output; said as `not a message: tool result`. */
  | { readonly kind: 'left out'; readonly reason: string }
  /** What was assumed or should be known about the source as a whole. */
  | { readonly kind: 'remark'; readonly text: string }
