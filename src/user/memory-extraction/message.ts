import type { ItemId } from '../../items/item.js'

/** One message of a conversation, as it is given or stored. */
export interface Message {
  readonly role: string
  readonly content: string
  /** The tools that the assistant called with it. */
  readonly toolCalls?: readonly string[] | undefined
  /** Where it is stored: what is read out of it is forgotten with it. */
  readonly item?: ItemId | undefined
  /** When it was said, where it is stored. Milliseconds UTC. */
  readonly at?: number | undefined
}
