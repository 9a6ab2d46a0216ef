import { prepareItem } from '../items/add.js'
import { trustOf } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { type EventTurn, prepareEvent } from '../task/prepare-event.js'
import { wellFormed } from '../text/well-formed.js'
import { readStated, type Stated } from '../user/stated.js'
import type { ConversationEvent } from './conversation-event.js'
import { type ConversationMessage, originOf } from './conversation-message.js'
import type { KnownSession } from './sessions-of-import.js'

/** A turn with what it states. */
export interface StatingTurn extends EventTurn {
  readonly stated: Stated | null
}

interface Options {
  readonly asMine: boolean
  readonly extract?: boolean | undefined
}

/**
 * A message, made ready for its transaction. `position`: its place in the session, by which it is known where its source
 * gives no id. `masked`: what was taken out of its content. Throws as {@link prepareItem} does.
 */
export function prepareMessage(
  spine: Spine,
  reach: Reach,
  { ref, key }: KnownSession,
  message: ConversationMessage,
  { position, masked, asMine, extract = false }: Options & { position: number; masked: number },
): StatingTurn {
  const { role, content, asWritten = content, at, id } = message
  const origin = originOf(role, asMine)
  const item = prepareItem(spine, reach, {
    kind: 'turn',
    text: content,
    origin,
    trust: trustOf(origin, []),
    occurredAt: at,
    identity: [key, id === null ? `#${position}` : `id:${id}`, role, String(at), asWritten],
    group: ref.nameKey,
  })
  return {
    ...item,
    type: 'message',
    data: masked === 0 ? null : JSON.stringify({ masked }),
    role: wellFormed(role),
    speaker: message.speaker === null ? null : wellFormed(message.speaker),
    session: ref,
    // What others say is no statement of the user's.
    stated: extract && role === 'user' ? readStated(spine, reach, item) : null,
  }
}

/** An event, made ready for its transaction. Throws as {@link prepareEvent} does. */
export async function prepareImportedEvent(
  spine: Spine,
  reach: Reach,
  { ref }: KnownSession,
  { type, text, role, at, id, data }: ConversationEvent,
  { masked, asMine }: Options & { masked: number },
): Promise<StatingTurn> {
  // What a sub-agent is told, the agent that called it says.
  const isTold = role === 'user' && data.sidechain !== undefined
  const draft = {
    type,
    text,
    role,
    at,
    origin: isTold ? ('assistant' as const) : originOf(role, asMine),
    data: { ...data, ...(masked === 0 ? {} : { masked }), key: id },
  }
  return { ...(await prepareEvent(spine, reach, ref, draft)), stated: null }
}
