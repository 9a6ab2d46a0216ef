import { z } from 'zod'
import { listProjects, type Projects, projectStatuses } from '../user/projects.js'
import {
  attributeShape,
  endShape,
  entityShape,
  relationShape,
  showAttribute,
  showEntity,
  showRelation,
} from './graph-shapes.js'
import { defineOperation } from './operation.js'

const projectShape = entityShape.extend({
  status: z.enum(projectStatuses).describe('quiet: not heard of for 90 days, and nothing says that it ended'),
  statedStatus: z.string().nullable().describe('how it was put; null where nobody said'),
  owners: z.array(endShape).describe('who owns or leads it'),
  members: z.array(endShape).describe('who works on it'),
  needs: z.array(endShape).describe('what it uses or depends on'),
  attributes: z.array(attributeShape).describe('what is said of it alone'),
  relations: z.array(relationShape),
})

export const listKnownProjects = defineOperation({
  name: 'memory.projects',
  title: 'List projects',
  description:
    'Which projects are known, how they stand, who owns and works on them, what they need, and every relation with the ' +
    'items that say so. What was decided for one, memory.decisions tells.',
  example: 'recollect projects --status active',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    status: z.enum(projectStatuses).optional().describe('only projects that stand so'),
    limit: z.number().int().min(1).max(200).default(50).describe('how many projects at most'),
  }),
  output: z.object({
    projects: z.array(projectShape).describe('those that most items name first'),
    isComplete: z.boolean().describe('false: there are more'),
  }),
  handler: async ({ spine, reach, readLog }, { status, limit }) => {
    const query = { status, limit: limit + 1, now: spine.env.now() }
    const found: Projects[] = []
    for (const bank of reach.reads) found.push(await spine.store.read(listProjects, bank, query))
    const projects = found.flatMap((one) => showProjects(one, spine.zone))
    readLog.record(reach, 'memory.projects', { projects: Math.min(limit, projects.length) })
    return { projects: projects.slice(0, limit), isComplete: projects.length <= limit }
  },
})

function showProjects({ projects, others }: Projects, zone: string): z.input<typeof projectShape>[] {
  const end = (rid: number) => {
    const { id = '', name = '' } = others.get(rid) ?? {}
    return { id, name }
  }
  return projects.map((project) => ({
    ...showEntity(project.entity, zone),
    status: project.status,
    statedStatus: project.stated?.value ?? null,
    owners: project.owners.map(end),
    members: project.members.map(end),
    needs: project.needs.map(end),
    attributes: project.attributes.map(showAttribute),
    relations: project.relations.map((relation) => showRelation(relation, end, zone)),
  }))
}
