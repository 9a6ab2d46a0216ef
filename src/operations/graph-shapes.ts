import { z } from 'zod'
import type { GraphAnswer, Named, Path } from '../graph/ask-graph.js'
import { NAME_MAX_CHARS } from '../graph/entity-name.js'
import { entityTypes } from '../graph/entity-type.js'
import { CO_MENTION } from '../graph/look-at-graph.js'
import type { EntityAttribute } from '../graph/read-attributes.js'
import type { Entity } from '../graph/read-entities.js'
import type { Relation } from '../graph/read-relations.js'
import { relationTypes } from '../graph/relation-type.js'
import { factStatuses, origins, trusts } from '../items/item.js'
import { formatMoment } from '../text/zone.js'

export const entityName = z.string().trim().min(1).max(NAME_MAX_CHARS)

/** No id of an item: a terminal's list numbers do not stand for it. */
export const entityId = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, {
    error: 'give the id of one entity, as memory.graph shows it',
  })

/** An entity as a caller names it: by an id, or by a name that is clear. */
export function namedEntity(text: string): Named {
  const id = entityId.safeParse(text)
  return id.success ? { id: id.data } : { name: text }
}

export const attributeShape = z.object({
  id: z.string().describe('the fact'),
  attribute: z.string().nullable().describe('role, location …; null for what has no name'),
  value: z.string().nullable(),
  text: z.string().describe('the words that say it'),
  status: z.enum(factStatuses).describe('proposed: not confirmed by the user'),
  confidence: z.number().describe('0 to 1'),
})

export const entityShape = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(entityTypes).nullable().describe('null where no text tells'),
  aliases: z.array(z.string()),
  mentions: z.number().describe('items that name it'),
  firstSeen: z.string().nullable(),
  lastSeen: z.string().nullable(),
})

export const endShape = z.object({ id: z.string(), name: z.string() })

export const relationShape = z.object({
  id: z.string().nullable().describe('the item that states it; null for mentioned_with'),
  type: z.enum([...relationTypes, CO_MENTION]),
  from: endShape,
  to: endShape,
  status: z.enum(factStatuses).describe('proposed: not confirmed by the user'),
  confidence: z.number().describe('0 to 1'),
  text: z.string().nullable().describe('the words that state it'),
  origin: z.enum(origins).nullable(),
  trust: z.enum(trusts).nullable(),
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  attributes: z.array(z.object({ name: z.string(), value: z.string() })).describe('schedule, purpose, scope'),
  evidence: z.array(z.string()).describe('ids of the items that say so'),
})

export const pathShape = z.object({
  to: z.string().describe('id of the entity at its end'),
  hops: z.number(),
  text: z.string().describe('Alex Patel —owns→ web chat UI'),
  relations: z.array(z.string()).describe('ids of the items that state its steps'),
})

export function showEntity(entity: Entity, zone: string): z.input<typeof entityShape> {
  const { id, name, type, aliases, mentions, firstAt, lastAt } = entity
  const iso = (at: number | null) => (at === null ? null : formatMoment(at, zone))
  return {
    id,
    name,
    type,
    aliases: [...aliases],
    mentions,
    firstSeen: iso(firstAt),
    lastSeen: iso(lastAt),
  }
}

export function showAttribute({ id, attribute, value, text, status, confidence }: EntityAttribute) {
  return { id, attribute, value, text, status, confidence }
}

/** An answer with names for row numbers. */
export function showAnswer({ entities, ends, relations, paths, coMentions }: GraphAnswer, zone: string) {
  const end = (rid: number) => ends.get(rid) ?? NOBODY
  const start = end(entities[0]?.rid ?? 0)
  return {
    entities: entities.map((entity) => showEntity(entity, zone)),
    relations: [
      ...relations.map((relation) => showRelation(relation, end, zone)),
      ...coMentions.map(({ rid, weight, evidence }) => ({
        ...UNSTATED,
        attributes: [],
        from: start,
        to: end(rid),
        confidence: weight,
        evidence: [...evidence],
      })),
    ],
    paths: paths.map((path) => showPath(path, relations, end)),
  }
}

const NOBODY = { id: '', name: '' }

const UNSTATED = {
  id: null,
  type: CO_MENTION,
  status: 'active',
  text: null,
  origin: null,
  trust: null,
  validFrom: null,
  validUntil: null,
} as const

type End = (rid: number) => z.input<typeof endShape>

export function showRelation(relation: Relation, end: End, zone: string): z.input<typeof relationShape> {
  const { id, type, status, from, to, text, origin, trust, confidence } = relation
  return {
    id,
    type,
    from: end(from),
    to: end(to),
    status,
    confidence,
    text,
    origin,
    trust,
    validFrom: formatMoment(relation.validFrom, zone),
    validUntil: relation.validUntil === null ? null : formatMoment(relation.validUntil, zone),
    attributes: relation.attributes.map((one) => ({ ...one })),
    evidence: [...relation.evidence],
  }
}

function showPath({ to, text, edges }: Path, relations: readonly Relation[], end: End) {
  const idOf = new Map(relations.map(({ itemRid, id }) => [itemRid, id]))
  return {
    to: end(to).id,
    hops: edges.length,
    text,
    relations: edges.flatMap(({ itemRid }) => idOf.get(itemRid) ?? []),
  }
}
