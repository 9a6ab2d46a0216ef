import { nameEntities, prepareEntities } from '../../src/graph/name-entities.js'
import type { RelationType } from '../../src/graph/relation-type.js'
import { prepareSpeaker, speakerEntity } from '../../src/graph/speaker.js'
import { addItems } from '../../src/items/add.js'
import { touchBank } from '../../src/items/bank.js'
import { type ItemId, type Origin, trustOf } from '../../src/items/item.js'
import type { Spine } from '../../src/items/spine.js'
import { liftTombstone } from '../../src/items/tombstone.js'
import { write } from '../../src/items/write.js'
import type { Reach } from '../../src/reach.js'
import type { Extracted, Party } from '../../src/user/extraction/extracted.js'
import type { FactCategory } from '../../src/user/fact-category.js'
import { prepareFacts } from '../../src/user/facts/prepare-facts.js'
import { type SavedFacts, saveFacts } from '../../src/user/facts/save-facts.js'
import { isStated } from '../../src/user/facts/weights.js'
import { prepareThought } from '../../src/user/thoughts.js'

/** One statement of a text that is written for tests: `who` is named first, `value` last. */
export interface Said {
  /** The user when absent. */
  readonly who?: string
  readonly category?: FactCategory
  readonly attribute?: string | null
  readonly value: string
  readonly relation?: RelationType
  /** The words in between. */
  readonly verb?: string
  /** Makes it another note that states the same. */
  readonly preface?: string
}

export interface How {
  readonly origin?: Origin
  readonly at?: number
  /** Imported, not said just now. */
  readonly isImport?: boolean
  /** Wanted again after it was forgotten. */
  readonly isAgain?: boolean
}

/** Keeps a note that states one thing, as a capture does, with what rules would have read out of it. */
export async function say(
  spine: Spine,
  reach: Reach,
  said: Said,
  { origin = 'user', at = spine.env.now(), isImport = false, isAgain = false }: How = {},
): Promise<SavedFacts & { readonly source: ItemId }> {
  const { text, extracted } = textOf(said)
  const draft = prepareThought(spine, reach, { text, tags: [], origin, occurredAt: at })
  const trust = trustOf(origin, [])
  const facts = prepareFacts(spine, { text, origin, trust, occurredAt: at }, extracted)
  const entities = prepareEntities(spine, reach.writes, text, extracted.entities)
  const speaker = prepareSpeaker(spine, reach.writes)
  return write(spine, reach, 'memory.capture', 'memory.write', function* body() {
    if (isAgain) yield* liftTombstone(reach, draft.identity)
    const [added] = yield* addItems(spine, reach, [draft])
    if (added === undefined || added.outcome === 'forgotten') throw new Error('the note was forgotten')
    const isNew = added.outcome === 'added'
    yield* touchBank(reach, draft.recordedAt, { items: isNew ? 1 : 0, words: isNew ? draft.length : 0 })
    const source = {
      id: added.id,
      rid: added.rid,
      identity: draft.identity,
      isNew,
      isSaidNow: !isImport,
      isAgain,
    }
    const parties = {
      speaker: yield* speakerEntity(reach.writes, speaker),
      entities: yield* nameEntities(
        reach.writes,
        { rid: added.rid, at, isStated: isStated(trust) },
        entities,
      ),
    }
    const saved = yield* saveFacts(spine, reach, source, facts, parties)
    return { result: { ...saved, source: added.id }, effect: { ids: [added.id], counts: saved.counts } }
  })
}

function textOf(said: Said): { text: string; extracted: Extracted } {
  const { who, value, attribute = null, relation, category = 'identity', verb = 'is', preface = '' } = said
  const start = preface.length
  const name = who ?? 'I'
  const text = `${preface}${name} ${verb} ${value}.`
  const clause = [start, text.length - 1] as const
  const valueAt = [text.length - 1 - value.length, text.length - 1] as const
  const people =
    who === undefined ? [] : [{ type: 'person' as const, names: [[start, start + who.length] as const] }]
  const objects = relation === undefined ? [] : [{ type: null, names: [valueAt] }]
  const subject: Party = who === undefined ? 'speaker' : 0
  return {
    text,
    extracted: {
      entities: [...people, ...objects],
      statements: [
        {
          clause,
          category: relation === undefined ? category : 'relation',
          subject,
          attribute,
          value: valueAt,
          relation: relation === undefined ? null : { type: relation, object: people.length, attributes: [] },
        },
      ],
      decisions: [],
    },
  }
}
