import { isWellFormed } from '../../text/well-formed.js'
import { type NewRecord, recordTypes } from '../../user/records/record.js'
import { faultOf } from '../../user/records/record-text.js'
import { arrayOf, type JsonObject, objectOf, textOf } from '../json-field.js'
import type { JsonValue, jsonOfEntries } from '../json-values.js'
import { type Entity, recordOfEntity } from './knowledge-graph.js'
import type { FilePlace, RecordEntry } from './record-entry.js'

/**
 * The entities of the MCP memory server as records, each with the relations that go out from it. All are read before
 * the first is given: a relation may stand anywhere.
 */
export async function* readKnowledgeGraph(
  values: ReturnType<typeof jsonOfEntries>,
  path: string,
): AsyncGenerator<RecordEntry> {
  const entities: Entities = new Map()
  for await (const value of values) {
    if (value.kind === 'problem') yield { ...value, place: { path, ...value.place } }
    else yield* takeIn(value, path, entities)
  }
  for (const { place, entity, said } of [...entities.values()].flat()) {
    const record = { ...recordOfEntity(entity, { said }), isTyped: true, createdAt: null }
    yield { kind: 'record', place, record, entity }
  }
}

/** By their names; several of one name only where records of other names were written so. */
type Entities = Map<string, [ReadEntity, ...ReadEntity[]]>

interface ReadEntity {
  readonly place: FilePlace
  /** How a record said it, where it was written by one. */
  readonly said: NewRecord | undefined
  readonly entity: Entity & { readonly observations: string[]; readonly relations: Relation[] }
}

type Relation = Entity['relations'][number]

function* takeIn(
  { value, place: found }: Pick<JsonValue, 'value' | 'place'>,
  path: string,
  entities: Entities,
): Generator<RecordEntry> {
  const place = { path, ...found }
  const problem = (detail: string, isPartial = false): RecordEntry => ({
    kind: 'problem',
    place,
    problem: { reason: 'the entry', detail, isPartial },
  })
  const fields = objectOf(value)
  if (fields === undefined) return yield problem('neither an entity nor a relation')
  if (Array.isArray(fields['entities']) || Array.isArray(fields['relations'])) {
    for (const one of [...arrayOf(fields['entities']), ...arrayOf(fields['relations'])])
      yield* takeIn({ value: one, place: found }, path, entities)
    return
  }
  const lost = Object.keys(fields).filter((name) => !KNOWN_FIELDS.has(name))
  if (lost.length > 0) yield problem(`fields of its own were left out: ${lost.join(', ')}`, true)
  if (fields['relationType'] !== undefined || fields['from'] !== undefined) {
    const { from, to, relationType: type } = fields
    if (!isText(from) || !isText(to) || !isText(type))
      return yield problem('a relation needs from, to and relationType')
    const known = entities.get(from)
    if (known !== undefined) known[0].entity.relations.push({ type, to })
    else
      entities.set(from, [
        { place, said: undefined, entity: { ...emptyEntity(from, undefined), relations: [{ type, to }] } },
      ])
    return
  }
  const name = fields['name']
  if (!isText(name) || textOf(name) === undefined) return yield problem('an entity needs a name')
  const { observations, isWhole } = observationsOf(fields)
  if (!isWhole) yield problem('an observation is no text and was left out', true)
  const said = saidIn(fields['record'])
  const type = isText(fields['entityType']) ? fields['entityType'] : ''
  const [known, ...others] = entities.get(name) ?? []
  if (known === undefined) {
    entities.set(name, [{ place, said, entity: { ...emptyEntity(name, type), observations } }])
  } else if (known.entity.type === undefined) {
    entities.set(name, [{ place, said, entity: { ...known.entity, type, observations } }])
  } else if (said !== undefined && [known, ...others].every((one) => one.said?.name !== said.name)) {
    entities.set(name, [
      known,
      ...others,
      { place, said, entity: { ...emptyEntity(name, type), observations } },
    ])
  } else {
    yield problem(`the entity "${name}" is there twice: taken as one`, true)
    for (const text of observations)
      if (!known.entity.observations.includes(text)) known.entity.observations.push(text)
  }
}

function emptyEntity(name: string, type: string | undefined): ReadEntity['entity'] {
  return { name, type, observations: [], relations: [] }
}

function observationsOf(fields: JsonObject): { readonly observations: string[]; readonly isWhole: boolean } {
  const all = arrayOf(fields['observations'])
  const observations = all.flatMap((one) => {
    const text = isText(one) ? one : objectOf(one)?.['content']
    return isText(text) ? [text] : []
  })
  return { observations, isWhole: observations.length === all.length }
}

/** Undefined for what no record could say. */
function saidIn(value: unknown): NewRecord | undefined {
  const fields = objectOf(value)
  const [name, description, type, body] = ['name', 'description', 'type', 'body'].map(
    (field) => fields?.[field],
  )
  const known = recordTypes.find((one) => one === type)
  if (!isText(name) || !isText(description) || !isText(body) || known === undefined) return undefined
  const said = { name, description, type: known, body }
  return faultOf(said) === undefined && [name, description, body].every(isWellFormed) ? said : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

const KNOWN_FIELDS = new Set([
  'type',
  'name',
  'entityType',
  'observations',
  'from',
  'to',
  'relationType',
  'record',
])
