import type { EventData, EventType } from '../task/event.js'

/** What happened in a conversation beside what was said in it, as its source gives it: a tool's work, say. */
export interface ConversationEvent {
  /** Never one that only this memory makes. A message here is evidence: what an agent said to another one. */
  readonly type: Exclude<EventType, 'recall' | 'compaction'>
  /** Of a tool call: its arguments. May be empty. */
  readonly text: string
  readonly role: string
  /** Milliseconds UTC. */
  readonly at: number | null
  readonly session: string | null
  /** What its session is known by again where that is not the name. */
  readonly sessionKey?: string
  readonly channel: string | null
  /** By which it is known again in its session: the source's own id, with its place where an entry holds several. */
  readonly id: string
  readonly data: Omit<EventData, 'key' | 'artifact' | 'blank' | 'masked'>
}
