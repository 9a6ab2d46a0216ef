import type { ItemId, Origin, Trust } from '../items/item.js'

/**
 * What can happen in a session. What was said and what files held is memory that search finds; the rest is evidence, which
 * the transcript shows.
 */
export const eventTypes = [
  'message',
  'reasoning',
  'tool_call',
  'tool_result',
  'file_snapshot',
  'title',
  'recall',
  'compaction',
] as const

export type EventType = (typeof eventTypes)[number]

/** Whether search finds events of this type. */
export function isMemory(type: EventType): boolean {
  return type === 'message' || type === 'file_snapshot'
}

/** What an event has beside its text. */
export interface EventData {
  /** Of a tool call and its result: by which they belong together. */
  readonly callId?: string
  /** The tool that was called. */
  readonly tool?: string
  /** Of a tool result. */
  readonly isError?: boolean
  /** Of what a model said, where it has no end: whoever asked gave it up, or it broke off. */
  readonly ending?: 'aborted' | 'failed'
  /** Of a file snapshot; of a tool call or result, the file that it is about. */
  readonly path?: string
  /** Id of the artifact that holds the text: it was too large to stay in the transcript. Set by the store alone. */
  readonly artifact?: string
  /** Under which the runtime appends it; the same once more is the same event. */
  readonly key?: string
  /** The session of a sub-agent that it belongs to. */
  readonly sidechain?: string
  /** Of a message in the user's role: somebody else said it, as its speaker's name says. Set by the store alone. */
  readonly isOthers?: boolean
  /** How many secrets were masked and private spans dropped before it was kept. */
  readonly masked?: number
  /** The text as it was, where it is blank: an item always has one. */
  readonly blank?: string
  /** Of a recall or a compaction: what came of it (its own module says which shape). */
  readonly detail?: unknown
}

/** An event as it comes in. */
export interface EventDraft {
  readonly type: EventType
  /** Of a tool call: its arguments, as the model wrote them. May be empty. */
  readonly text: string
  /** Who is speaking: user, assistant, system, tool, memory. */
  readonly role: string
  readonly speaker?: string | null
  /** When it happened; null: now. Milliseconds UTC. */
  readonly at: number | null
  readonly origin: Origin
  readonly data: EventData
  /** Of an output that may be large: whether a command printed it; told by the tool's name where absent. */
  readonly isShell?: boolean
  /** Of an output that may be large; guessed where absent. */
  readonly mediaType?: string
  /** Becomes an artifact whatever its size. */
  readonly isApart?: true
}

/** An event as it is kept. Times are milliseconds UTC. */
export interface SessionEvent {
  readonly id: ItemId
  /** Its place in the session, from 1, without a gap. */
  readonly seq: number
  readonly type: EventType
  readonly role: string
  readonly speaker: string | null
  readonly text: string
  readonly at: number
  readonly recordedAt: number
  readonly origin: Origin
  readonly trust: Trust
  readonly data: EventData
}
