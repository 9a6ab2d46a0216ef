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
  const entities = new Map<string, ReadEntity>()
  for await (const value of values) {
    if (value.kind === 'problem') yield { ...value, place: { path, ...value.place } }
    else yield* takeIn(value, path, entities)
  }
  for (const { place, entity } of entities.values())
    yield {
      kind: 'record',
      place,
      record: { ...recordOfEntity(entity), isTyped: true, createdAt: null },
      entity,
    }
}

interface ReadEntity {
  readonly place: FilePlace
  readonly entity: Entity & { readonly observations: string[]; readonly relations: Relation[] }
}

type Relation = Entity['relations'][number]

function* takeIn(
  { value, place: found }: Pick<JsonValue, 'value' | 'place'>,
  path: string,
  entities: Map<string, ReadEntity>,
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
    const known = entities.get(from) ?? { place, entity: emptyEntity(from, undefined) }
    known.entity.relations.push({ type, to })
    entities.set(from, known)
    return
  }
  const name = fields['name']
  if (!isText(name) || textOf(name) === undefined) return yield problem('an entity needs a name')
  const { observations, isWhole } = observationsOf(fields)
  if (!isWhole) yield problem('an observation is no text and was left out', true)
  const known = entities.get(name)
  if (known?.entity.type !== undefined)
    yield problem(`the entity "${name}" is there twice: taken as one`, true)
  const type = known?.entity.type ?? (isText(fields['entityType']) ? fields['entityType'] : '')
  const entity = { ...(known?.entity ?? emptyEntity(name, type)), type }
  for (const text of observations)
    if (known?.entity.type === undefined || !entity.observations.includes(text))
      entity.observations.push(text)
  entities.set(name, { place: known?.entity.type === undefined ? place : known.place, entity })
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

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

const KNOWN_FIELDS = new Set(['type', 'name', 'entityType', 'observations', 'from', 'to', 'relationType'])
