import { identityOfDraft, prepareItem } from '../items/add.js'
import { trustOf } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { type EventTurn, prepareEvent } from '../task/prepare-event.js'
import { wellFormed } from '../text/well-formed.js'
import { readStated, type Stated } from '../user/stated.js'
import type { ManyNamed } from './as-known.js'
import type { ConversationEvent } from './conversation-event.js'
import { type ConversationMessage, originOf } from './conversation-message.js'
import type { Reader } from './reader.js'
import type { KnownSession } from './sessions-of-import.js'

/** A turn with what it states. */
export interface StatingTurn extends EventTurn, ManyNamed {
  readonly stated: Stated | null
}

interface Options {
  readonly asMine: boolean
  readonly extract?: boolean | undefined
}

interface MessageOptions extends Options {
  readonly roles: Reader['roles']
  readonly position: number
  readonly masked: number
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
  { roles, position, masked, asMine, extract = false }: MessageOptions,
): StatingTurn {
  const { role, content, asWritten = content, at, id } = message
  const origin = originOf(role, asMine)
  const identityAs = (by: string) => ({
    kind: 'turn' as const,
    identity: [
      key,
      id === null ? `#${position}` : `id:${id}`,
      ...(roles === 'aside' ? [] : [by]),
      String(at),
      asWritten,
    ],
    group: ref.nameKey,
  })
  const item = prepareItem(spine, reach, {
    ...identityAs(role),
    text: content,
    origin,
    trust: trustOf(origin, []),
    occurredAt: at,
  })
  const other = roles === 'either' ? OTHER_ROLE.get(role) : undefined
  return {
    ...item,
    formerIdentity: other === undefined ? undefined : identityOfDraft(spine, reach, identityAs(other)),
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

/** Whose a message is in a chat of people, as long as nobody says who the user is; and once somebody does. */
const OTHER_ROLE: ReadonlyMap<string, string> = new Map([
  ['user', 'contact'],
  ['contact', 'user'],
])
