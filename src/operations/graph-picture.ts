import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { NAME_MAX_CHARS, speakerKey } from '../graph/entity-name.js'
import { entityTypes } from '../graph/entity-type.js'
import { findEntityById } from '../graph/find-entities.js'
import { type KnownEntity, knowEntity } from '../graph/know-entity.js'
import { type ListedEntity, listEntities } from '../graph/list-entities.js'
import { lookAround } from '../graph/look-around.js'
import { namedSo } from '../graph/name-entities.js'
import { itemKinds, origins, trusts } from '../items/item.js'
import { currentIdentityKey, type Spine } from '../items/spine.js'
import type { Tx } from '../store/statement.js'
import { formatMoment } from '../text/zone.js'
import {
  attributeShape,
  entityId,
  entityShape,
  relationShape,
  showEntity,
  showRelation,
} from './graph-shapes.js'
import { defineOperation } from './operation.js'

/** A person looks at the picture; agents ask memory.graph, whose answers say what to conclude. */
const forPeople = {
  capability: 'memory.read',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'http'],
  effect: 'read',
  isIdempotent: true,
} as const

const nodeShape = entityShape.extend({
  relations: z.number().describe('how many it has or once had'),
  isUser: z.boolean().describe('the one whose memory it is'),
})

export const listAllEntities = defineOperation({
  ...forPeople,
  name: 'memory.entities',
  title: 'List entities',
  description:
    'Who and what is known, those with most relations first; with `contains`, whose names hold these letters anywhere, ' +
    'the nearest to the whole name first.',
  example: 'recollect graph --type person',
  input: z.object({
    contains: z.string().trim().max(NAME_MAX_CHARS).optional().describe('part of a name, in any case'),
    type: z.enum(entityTypes).optional().describe('only entities of this type'),
    limit: z.number().int().min(1).max(200).default(50).describe('how many entities at most'),
  }),
  output: z.object({
    entities: z.array(nodeShape),
    isComplete: z.boolean().describe('false: there are more; say more of the name'),
  }),
  handler: async ({ spine, reach, readLog }, { contains, type, limit }) => {
    const { show, userOf } = await shower(spine)
    const entities: { node: z.input<typeof nodeShape>; relations: number }[] = []
    let isComplete = true
    for (const bank of reach.reads) {
      const found = await spine.store.read(listEntities, bank, { contains, type, limit })
      const user = await userOf(bank)
      entities.push(...found.entities.map((one) => ({ node: show(one, user), relations: one.relations })))
      isComplete &&= found.isComplete
    }
    if (reach.reads.length > 1 && contains === undefined) entities.sort((a, b) => b.relations - a.relations)
    readLog.record(reach, 'memory.entities', { entities: Math.min(limit, entities.length) })
    return {
      entities: entities.slice(0, limit).map(({ node }) => node),
      isComplete: isComplete && entities.length <= limit,
    }
  },
})

const askedShape = z.object({
  id: z.string().describe('as it was asked'),
  entity: z.string().describe('the one that it is now, should it have been merged'),
  isComplete: z.boolean().describe('false: it has more relations than limit'),
})

interface Found {
  readonly entities: z.input<typeof nodeShape>[]
  readonly relations: z.input<typeof relationShape>[]
  readonly asked: z.input<typeof askedShape>[]
}

export const lookAroundEntities = defineOperation({
  ...forPeople,
  name: 'memory.around',
  title: 'Look around entities',
  description:
    'For a picture of the graph: what the relations of several entities lead to, and all relations among what is shown, ' +
    'also those that hold no more, each with its times.',
  example: 'recollect graph "Sarah Chen" --hops 2',
  input: z.object({
    ids: z.array(entityId).min(1).max(200).describe('whose relations are followed'),
    among: z
      .array(entityId)
      .max(5_000)
      .default([])
      .describe('what is shown already: relations with these are given too'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(2_000)
      .default(60)
      .describe('relations of each that are followed at most'),
  }),
  output: z.object({
    entities: z.array(nodeShape).describe('those that were asked about first'),
    relations: z.array(relationShape),
    asked: z.array(askedShape).describe('those of the ids that are known'),
  }),
  handler: async ({ spine, reach, readLog }, query) => {
    const { show, userOf } = await shower(spine)
    const found: Found = { entities: [], relations: [], asked: [] }
    for (const bank of reach.reads) {
      const { entities, relations, ends, asked } = await spine.store.read(lookAround, bank, query)
      const user = await userOf(bank)
      const end = (rid: number) => ends.get(rid) ?? { id: '', name: '' }
      found.entities.push(...entities.map((one) => show(one, user)))
      found.relations.push(...relations.map((one) => showRelation(one, end, spine.zone)))
      found.asked.push(...asked.map(({ id, rid, isComplete }) => ({ id, entity: end(rid).id, isComplete })))
    }
    readLog.record(reach, 'memory.around', {
      entities: found.entities.length,
      relations: found.relations.length,
    })
    return found
  },
})

export const showOneEntity = defineOperation({
  ...forPeople,
  name: 'memory.entity',
  title: 'Show an entity',
  description:
    'All that is kept of one person or thing: its names and where they come from, what is said of it alone and since ' +
    'when, and the newest items that name it.',
  example: 'recollect graph "Sarah Chen"',
  input: z.object({
    id: entityId,
    limit: z.number().int().min(1).max(500).default(50).describe('facts and items at most'),
  }),
  output: z.object({
    entity: nodeShape,
    names: z.array(
      z.object({
        name: z.string(),
        mentions: z.number().describe('items that call it so'),
        from: z
          .string()
          .nullable()
          .describe('the entity that it was before a merge; null: a name of its own'),
      }),
    ),
    facts: z.array(
      attributeShape.extend({
        origin: z.enum(origins),
        trust: z.enum(trusts),
        isSingle: z.boolean().describe('one value holds at a time'),
        isRelation: z.boolean().describe('memory.around shows it as a relation'),
        validFrom: z.string(),
        validUntil: z.string().nullable(),
      }),
    ),
    items: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(itemKinds),
        text: z.string().describe('its beginning'),
        trust: z.enum(trusts),
        at: z.string(),
      }),
    ),
  }),
  handler: async ({ spine, reach, readLog }, { id, limit }) => {
    const { show, userOf } = await shower(spine)
    for (const bank of reach.reads) {
      const known = await spine.store.read(findKnown, bank, id, limit)
      if (known === undefined) continue
      readLog.record(reach, 'memory.entity', { entities: 1 })
      const { entity, names, facts, items } = known
      return {
        entity: show(entity, await userOf(bank)),
        names: names.map((name) => ({ ...name })),
        facts: facts.map((fact) => ({
          ...fact,
          validFrom: formatMoment(fact.validFrom, spine.zone),
          validUntil: fact.validUntil === null ? null : formatMoment(fact.validUntil, spine.zone),
        })),
        items: items.map((item) => ({ ...item, at: formatMoment(item.at, spine.zone) })),
      }
    }
    throw new MemoryError('not_found', `no entity has the id ${id}`, 'memory.entities shows names and ids')
  },
})

function* findKnown(bank: string, id: string, limit: number): Tx<KnownEntity | undefined> {
  const rid = yield* findEntityById(bank, id)
  return rid === undefined ? undefined : yield* knowEntity(bank, rid, limit)
}

/** How entities of each bank are shown. */
async function shower(spine: Spine) {
  const keyed = { identityKey: await currentIdentityKey(spine) }
  return {
    userOf: (bank: string) => spine.store.read(speakerOf, keyed, bank),
    show: (one: ListedEntity, user: number | undefined): z.input<typeof nodeShape> => ({
      ...showEntity(one, spine.zone),
      relations: one.relations,
      isUser: one.rid === user,
    }),
  }
}

function* speakerOf(keyed: Pick<Spine, 'identityKey'>, bank: string): Tx<number | undefined> {
  return (yield* namedSo(bank, speakerKey(keyed, bank)))?.rid
}
