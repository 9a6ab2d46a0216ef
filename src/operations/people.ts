import { z } from 'zod'
import type { EntityAttribute } from '../graph/read-attributes.js'
import { currentIdentityKey } from '../items/spine.js'
import { listPeople, type People } from '../user/people.js'
import {
  attributeShape,
  endShape,
  entityName,
  entityShape,
  relationShape,
  showAttribute,
  showEntity,
  showRelation,
} from './graph-shapes.js'
import { defineOperation } from './operation.js'

export const personShape = entityShape.extend({
  roles: z.array(z.string()).describe('what they are, as it was put'),
  managers: z.array(endShape).describe('whom they report to'),
  reports: z.array(endShape).describe('who reports to them'),
  projects: z.array(endShape).describe('what they own, lead or work on'),
  attributes: z.array(attributeShape).describe('what is said of them alone'),
  relations: z.array(relationShape),
})

export const listKnownPeople = defineOperation({
  name: 'memory.people',
  title: 'List people',
  description:
    'Who is known, with their roles, managers, reports and projects, and every relation with the items that say so. ' +
    'Relations marked proposed are not confirmed by the user.',
  example: 'recollect people Sarah',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    name: entityName.optional().describe('only whoever is called so; a given name will do'),
    limit: z.number().int().min(1).max(200).default(50).describe('how many people at most'),
  }),
  output: z.object({
    people: z.array(personShape).describe('those that most items name first'),
    isComplete: z.boolean().describe('false: there are more'),
  }),
  handler: async ({ spine, reach, readLog }, { name, limit }) => {
    const keyed = { identityKey: await currentIdentityKey(spine) }
    const found: People[] = []
    for (const bank of reach.reads)
      found.push(await spine.store.read(listPeople, keyed, bank, { name, limit }))
    const people = found.flatMap((one) => showPeople(one, spine.zone))
    readLog.record(reach, 'memory.people', { people: people.length })
    return {
      people: people.slice(0, limit),
      isComplete: found.every(({ isComplete }) => isComplete) && people.length <= limit,
    }
  },
})

function showPeople({ people, others }: People, zone: string): z.input<typeof personShape>[] {
  const end = (rid: number) => {
    const { id = '', name = '' } = others.get(rid) ?? {}
    return { id, name }
  }
  return people.map(({ entity, attributes, relations, managers, reports, projects }) => ({
    ...showEntity(entity, zone),
    roles: attributes.filter(isRole).map(({ value, text }) => value ?? text),
    managers: managers.map(end),
    reports: reports.map(end),
    projects: projects.map(end),
    attributes: attributes.map(showAttribute),
    relations: relations.map((relation) => showRelation(relation, end, zone)),
  }))
}

function isRole({ attribute }: EntityAttribute): boolean {
  return attribute === 'role' || attribute === 'profession'
}
