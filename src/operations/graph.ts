import { z } from 'zod'
import type { Named } from '../graph/ask-graph.js'
import { entityTypes } from '../graph/entity-type.js'
import { CO_MENTION, type GraphLook, joinLooks, lookAtGraph } from '../graph/look-at-graph.js'
import { relationTypes } from '../graph/relation-type.js'
import { directions } from '../graph/steps.js'
import { currentIdentityKey } from '../items/spine.js'
import {
  attributeShape,
  entityId,
  entityName,
  entityShape,
  namedEntity,
  pathShape,
  relationShape,
  showAnswer,
  showAttribute,
} from './graph-shapes.js'
import { moment, readMoment } from './moment.js'
import { defineOperation } from './operation.js'

export const askTheGraph = defineOperation({
  name: 'memory.graph',
  title: 'Look at the graph',
  description:
    'People, projects, places and what else was named, and how they are related, with the path to each as evidence: ' +
    'an entity and what is around it, entities or relations of a type, or the shortest path between two. Nothing ' +
    'given: statistics. What no relation says is not known, and is never guessed.',
  example: 'recollect graph "Sarah Chen" --hops 2',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isHeavy: true,
  isIdempotent: true,
  input: z.object({
    name: entityName
      .optional()
      .describe('whom or what to look at; a given name will do where it is clear; you: the user'),
    id: entityId.optional().describe('the same, by the id of an entity'),
    to: entityName.optional().describe('find the shortest path to this one, of up to 4 relations'),
    type: z
      .enum([...entityTypes, ...relationTypes, CO_MENTION])
      .optional()
      .describe(
        'only entities of this type, or only relations of it; mentioned_with: what is named in the same items',
      ),
    direction: z
      .enum(directions)
      .default('both')
      .describe('out: what the entity does; in: what is done to it, as who reports to someone'),
    hops: z.number().int().min(1).max(4).default(1).describe('how many relations away'),
    asOf: moment.optional().describe('what was true then, also where it has changed since'),
    limit: z.number().int().min(1).max(200).default(50).describe('how many entities or relations at most'),
  }),
  output: z.object({
    isKnown: z.boolean().describe('false: the memory does not know; say so, and do not guess'),
    note: z.string().nullable().describe('what is not known or not clear, in words'),
    entities: z.array(entityShape).describe('the one that was asked about first'),
    attributes: z.array(attributeShape).describe('what is said of it alone: a role, a place'),
    relations: z.array(relationShape),
    paths: z.array(pathShape).describe('how each entity is reached: the evidence to give'),
    isComplete: z.boolean().describe('false: there is more than was looked at or shown'),
    statistics: z
      .object({
        entities: z.number(),
        relations: z.number(),
        entitiesByType: z.array(z.object({ type: z.enum(entityTypes).nullable(), count: z.number() })),
        relationsByType: z.array(z.object({ type: z.enum(relationTypes), count: z.number() })),
      })
      .nullable()
      .describe('where nothing was asked about; the entities are then those that most items name'),
  }),
  handler: async ({ spine, reach, readLog }, input) => {
    const { zone } = spine
    const keyed = { identityKey: await currentIdentityKey(spine) }
    const query = {
      ...input,
      about: namedBy(input.name, input.id),
      to: input.to === undefined ? undefined : namedEntity(input.to),
      type: input.type,
      asOf: readMoment(input.asOf, zone, 'asOf'),
    }
    const looks: GraphLook[] = []
    for (const bank of reach.reads) looks.push(await spine.store.read(lookAtGraph, keyed, bank, query))
    const { isKnown, note, answer, attributes, statistics } = joinLooks(looks)
    const shown = showAnswer(answer, zone)
    readLog.record(reach, 'memory.graph', {
      entities: shown.entities.length,
      relations: shown.relations.length,
    })
    return {
      isKnown,
      note,
      ...shown,
      attributes: attributes.map(showAttribute),
      isComplete: answer.isComplete,
      statistics:
        statistics === null
          ? null
          : {
              ...statistics,
              entitiesByType: [...statistics.entitiesByType],
              relationsByType: [...statistics.relationsByType],
            },
    }
  },
})

function namedBy(name: string | undefined, id: string | undefined): Named | undefined {
  if (id !== undefined) return { id }
  return name === undefined ? undefined : { name }
}
