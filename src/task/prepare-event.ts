import { prepareItem } from '../items/add.js'
import { trustOf } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { wellFormed } from '../text/well-formed.js'
import { isLargeOutput, isShellTool } from './artifacts/large-output.js'
import { type PreparedArtifact, prepareArtifact } from './artifacts/prepare-artifact.js'
import { type EventData, type EventDraft, isMemory } from './event.js'
import { withinWords } from './event-data.js'
import { inLaterPrompts } from './in-later-prompts.js'
import type { SessionRef, TurnDraft } from './transcript.js'

/** An event, made ready for its transaction; its text too, where that is an artifact of its own. */
export interface EventTurn extends TurnDraft {
  readonly output?: PreparedArtifact
}

/**
 * An event, made ready for its transaction. It is the same event as one that came under the same key, else as the one of
 * this id, else it is new. A text that is too large to stay is made an artifact. Throws as {@link prepareItem} and
 * {@link prepareArtifact} do, but for a blank text.
 */
export async function prepareEvent(
  spine: Spine,
  reach: Reach,
  session: SessionRef,
  happened: EventDraft,
  id?: string,
): Promise<EventTurn> {
  // What is forgotten would stay here, as what a tool of ours once answered.
  const text = happened.type === 'tool_result' ? inLaterPrompts(happened) : undefined
  const draft = text === undefined ? happened : { ...happened, text }
  const { type, at, origin } = draft
  const output = await outputOf(spine, reach, draft)
  const isBlank = draft.text.trim() === ''
  const { artifact: _given, ...given } = draft.data
  const data: EventData = {
    ...withinWords(given),
    ...(isBlank ? { blank: draft.text } : {}),
    ...(output === undefined ? {} : { artifact: output.item.id }),
  }
  const item = prepareItem(spine, reach, {
    kind: 'turn',
    text: isBlank || output !== undefined ? standIn(draft) : draft.text,
    origin,
    trust: trustOf(origin, []),
    occurredAt: at,
    identity: eventIdentity(session, data.key, id ?? spine.env.newId()),
    group: session.nameKey,
    isNew: data.key === undefined && id === undefined,
    // What a sub-agent was told and answered is its work, as a tool's is.
    quotes: isBlank || output !== undefined || !isMemory(type) || data.sidechain !== undefined,
  })
  return {
    ...item,
    session,
    type,
    role: wellFormed(draft.role),
    speaker: draft.speaker === undefined || draft.speaker === null ? null : wellFormed(draft.speaker),
    data: Object.keys(data).length === 0 ? null : wellFormed(JSON.stringify(data)),
    ...(output === undefined ? {} : { output }),
  }
}

async function outputOf(
  spine: Spine,
  reach: Reach,
  { type, text, data, origin, at, mediaType, isApart, isShell = isShellTool(data.tool) }: EventDraft,
): Promise<PreparedArtifact | undefined> {
  // Blank space says how much of it there was; no one reads it page by page.
  if (isApart !== true && (text.trim() === '' || !isLargeOutput({ type, text, isShell }))) return undefined
  return prepareArtifact(spine, reach, { text, tool: data.tool, mediaType, isShell, origin, at })
}

/** What makes it the same event when it comes again. */
function eventIdentity(session: SessionRef, key: string | undefined, id: string): readonly string[] {
  const where = Buffer.from(session.nameKey).toString('base64')
  return key === undefined ? [where, 'event', id] : [where, 'key', key]
}

/** The text of an item whose event has none. */
function standIn({ type, data }: EventDraft): string {
  return data.tool === undefined ? `(${type})` : `(${type} ${data.tool})`
}
