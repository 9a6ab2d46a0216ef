import type { EntityType } from '../../src/graph/entity-type.js'
import { nameEntities, prepareEntities } from '../../src/graph/name-entities.js'
import type { RelationType } from '../../src/graph/relation-type.js'
import { prepareSpeaker, speakerEntity } from '../../src/graph/speaker.js'
import type { Spine } from '../../src/items/spine.js'
import { write } from '../../src/items/write.js'
import type { Reach } from '../../src/reach.js'
import type { Span } from '../../src/text/span.js'
import type { Extracted, Party, Statement } from '../../src/user/extraction/extracted.js'
import { prepareFacts } from '../../src/user/facts/prepare-facts.js'
import { saveFacts } from '../../src/user/facts/save-facts.js'
import { addThoughts, prepareThought } from '../../src/user/thoughts.js'

export interface Told {
  /** Whom the text names, each by its names as they stand in it. */
  readonly entities: readonly (readonly [type: EntityType | null, ...names: string[]])[]
  /** By their places among the entities, or `speaker`. */
  readonly relations?: readonly (readonly [from: Party, type: RelationType, to: Party])[]
  /** `[whom, attribute, value as it stands in the text]` */
  readonly facts?: readonly (readonly [of: Party, attribute: string, value: string])[]
  /** Milliseconds UTC. */
  readonly at?: number
}

/** Writes a note with what it is to state, as capturing does, whatever the rules would read out of it. */
export async function tell(spine: Spine, reach: Reach, text: string, told: Told): Promise<string> {
  const bank = reach.writes
  const at = told.at ?? spine.env.now()
  const draft = prepareThought(spine, reach, { text, tags: [], origin: 'user', occurredAt: at })
  const extracted = extractedOf(text, told)
  const entities = prepareEntities(spine, bank, text, extracted.entities)
  const speaker = prepareSpeaker(spine, bank)
  const facts = prepareFacts(spine, { ...draft, occurredAt: at }, extracted)
  return write(spine, reach, 'memory.capture', 'memory.write', function* body() {
    const [added] = yield* addThoughts(spine, reach, [draft])
    if (added === undefined || added.outcome === 'forgotten') throw new Error('not added')
    const item = { rid: added.rid, at }
    const parties = {
      speaker: yield* speakerEntity(bank, speaker),
      entities: yield* nameEntities(bank, { ...item, isStated: true }, entities),
    }
    const { id, rid } = added
    const isNew = added.outcome === 'added'
    yield* saveFacts(
      spine,
      reach,
      { id, rid, identity: draft.identity, isNew, isSaidNow: true },
      facts,
      parties,
    )
    return { result: id as string, effect: { ids: [id], counts: {} } }
  })
}

function extractedOf(text: string, { entities, relations = [], facts = [] }: Told): Extracted {
  const place = (part: string): Span => {
    const start = text.indexOf(part)
    if (start === -1) throw new Error(`"${part}" is not in "${text}"`)
    return [start, start + part.length]
  }
  const whole: Span = [0, text.length]
  return {
    entities: entities.map(([type, ...names]) => ({ type, names: names.map(place) })),
    statements: [
      ...relations.map(
        ([subject, type, object]): Statement => ({
          clause: whole,
          category: 'relation',
          subject,
          attribute: null,
          value: whole,
          relation: { type, object, attributes: [] },
        }),
      ),
      ...facts.map(
        ([subject, attribute, value]): Statement => ({
          clause: whole,
          category: 'identity',
          subject,
          attribute,
          value: place(value),
          relation: null,
        }),
      ),
    ],
    decisions: [],
  }
}
