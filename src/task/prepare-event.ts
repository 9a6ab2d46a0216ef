import { prepareItem } from '../items/add.js'
import { trustOf } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { wellFormed } from '../text/well-formed.js'
import { type EventData, type EventDraft, isMemory } from './event.js'
import type { SessionRef, TurnDraft } from './transcript.js'

/**
 * An event, made ready for its transaction. It is the same event as one that came under the same key, else as the one of
 * this id, else it is new. Throws as {@link prepareItem} does, but for a blank text.
 */
export function prepareEvent(
  spine: Spine,
  reach: Reach,
  session: SessionRef,
  draft: EventDraft,
  id?: string,
): TurnDraft {
  const { type, at, origin } = draft
  const isBlank = draft.text.trim() === ''
  const data: EventData = isBlank ? { ...draft.data, blank: draft.text } : draft.data
  const item = prepareItem(spine, reach, {
    kind: 'turn',
    text: isBlank ? standIn(draft) : draft.text,
    origin,
    trust: trustOf(origin, []),
    occurredAt: at,
    identity: eventIdentity(session, data.key, id ?? spine.env.newId()),
    group: session.nameKey,
    // What a sub-agent was told and answered is its work, as a tool's is.
    quotes: isBlank || !isMemory(type) || data.sidechain !== undefined,
  })
  return {
    ...item,
    session,
    type,
    role: wellFormed(draft.role),
    speaker: draft.speaker === undefined || draft.speaker === null ? null : wellFormed(draft.speaker),
    data: Object.keys(data).length === 0 ? null : wellFormed(JSON.stringify(data)),
  }
}

/** What makes it the same event when it comes again. */
export function eventIdentity(session: SessionRef, key: string | undefined, id: string): readonly string[] {
  const where = Buffer.from(session.nameKey).toString('base64')
  return key === undefined ? [where, 'event', id] : [where, 'key', key]
}

/** The text of an item whose event has none. */
function standIn({ type, data }: EventDraft): string {
  return data.tool === undefined ? `(${type})` : `(${type} ${data.tool})`
}
