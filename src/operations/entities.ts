import { z } from 'zod'
import { mergeEntities } from '../user/merge-entities.js'
import { splitEntity } from '../user/split-entity.js'
import { byTheUser } from './by-the-user.js'
import { entityId, entityName, entityShape, namedEntity, showEntity } from './graph-shapes.js'
import { defineOperation } from './operation.js'

export const mergeTwoEntities = defineOperation({
  name: 'memory.merge_entities',
  title: 'Make one of two entities',
  description:
    'For two entities that are the same person or thing under two names: the one that is kept takes over the names, ' +
    'mentions, facts and relations of the other. Nothing is lost: `undo` says how memory.split_entity takes it back.',
  example: 'recollect merge-entities --keep "Sam Lee" --merge SL',
  ...byTheUser,
  isIdempotent: false,
  input: z.object({
    keep: entityName.describe('the one that stays, by name or id'),
    merge: entityName.describe('the one that becomes part of it, by name or id'),
  }),
  output: z.object({
    entity: entityShape,
    undo: z
      .object({ id: z.string(), names: z.array(z.string()), into: z.string() })
      .describe('give it to memory.split_entity to part them again'),
  }),
  handler: async ({ spine, reach }, { keep, merge }) => {
    const { entity, undo } = await mergeEntities(spine, reach, {
      keep: namedEntity(keep),
      merge: namedEntity(merge),
    })
    return { entity: showEntity(entity, spine.zone), undo: { ...undo, names: [...undo.names] } }
  },
})

export const splitOneEntity = defineOperation({
  name: 'memory.split_entity',
  title: 'Part names from an entity',
  description:
    'For names that belong to someone else: they are parted from the entity with what was said by them. Names that a ' +
    'merge brought go back to the entity they came from, under its old id; others become an entity of their own.',
  example: 'recollect split-entity "Sam Lee" --names SL',
  ...byTheUser,
  isIdempotent: false,
  input: z.object({
    id: entityName.describe('the entity, by id or name'),
    names: z.array(entityName).min(1).max(100).describe('the names that are not its own'),
    into: entityId
      .optional()
      .describe('the id that a merge told: all go back to that one; else each to the one it was made for'),
  }),
  output: z.object({
    entity: entityShape.describe('what is left of it'),
    parted: z.array(entityShape).describe('those that have the names now'),
  }),
  handler: async ({ spine, reach }, { id, names, into }) => {
    const { entity, parted } = await splitEntity(spine, reach, { from: namedEntity(id), names, into })
    return {
      entity: showEntity(entity, spine.zone),
      parted: parted.map((one) => showEntity(one, spine.zone)),
    }
  },
})
