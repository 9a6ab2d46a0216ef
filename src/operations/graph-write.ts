import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { entityTypes } from '../graph/entity-type.js'
import { relationTypes } from '../graph/relation-type.js'
import { type GraphStatement, type WrittenEntity, writeGraph } from '../user/write-graph.js'
import { entityName, entityShape, showEntity } from './graph-shapes.js'
import { moment, readMoment } from './moment.js'
import { defineOperation } from './operation.js'

const words = z.string().trim().min(1).max(1_000)

const graphWriteInput = z.object({
  action: z
    .enum(['add_entity', 'relate', 'describe'])
    .describe('add_entity: make it known; relate: say how two are related; describe: say something of one'),
  name: entityName.describe('whom or what it is about, by its full name; you: the user'),
  type: z.enum(entityTypes).optional().describe('what it is, where that is known'),
  aliases: z.array(entityName).max(20).optional().describe('other names of it'),
  relation: z.enum(relationTypes).optional().describe('to relate: how, from the first to the second'),
  to: entityName.optional().describe('to relate: to whom or what'),
  toType: z.enum(entityTypes).optional().describe('to relate: what that is'),
  schedule: words.optional().describe('to relate: when, like Monday mornings'),
  purpose: words.optional().describe('to relate: what for'),
  scope: words.optional().describe('to relate: how far'),
  attribute: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u, { error: 'give a word or two: role, status, location' })
    .optional()
    .describe('to describe: what is said of it, which has one value at a time: role, location, status'),
  value: words.optional().describe('to describe: the value'),
  occurredAt: moment.optional().describe('since when it is true; now when absent'),
})

export const writeToGraph = defineOperation({
  name: 'memory.graph_write',
  title: 'Write into the graph',
  description:
    'Says in so many words what rules might not read out of a sentence: an entity with its type and other names, how ' +
    'two are related, or what one is. It is kept as a note that says so, follows the rules for facts, and is forgotten ' +
    'like any item. What an agent writes of things with one value, like a role, waits until the user decides.',
  example: 'recollect graph-write relate --name "Alex Patel" --relation owns --to "web chat UI"',
  capability: 'memory.write',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'write',
  isIdempotent: true,
  input: graphWriteInput,
  output: z.object({
    id: z.string().describe('of the note that says it'),
    outcome: z.enum(['added', 'repeated']),
    facts: z.array(z.string()).describe('ids of what is new in it: facts and relations'),
    entity: entityShape.nullable().describe('whom or what it is about, as it is known now'),
  }),
  handler: async ({ spine, reach }, input) => {
    const at = readMoment(input.occurredAt, spine.zone, 'occurredAt')
    const written = await writeGraph(spine, reach, statementOf(input), at)
    return {
      id: written.id,
      outcome: written.outcome,
      facts: [...written.facts],
      entity: written.entity === undefined ? null : showEntity(written.entity, spine.zone),
    }
  },
})

function statementOf(input: z.output<typeof graphWriteInput>): GraphStatement {
  const { action, name, type, aliases, relation, to, toType, attribute, value } = input
  const entity: WrittenEntity = { name, type, aliases }
  if (action === 'add_entity') return { action, entity }
  if (action === 'describe') {
    if (attribute === undefined || value === undefined) throw isMissing('describe', 'attribute and value')
    return { action, entity, attribute, value }
  }
  if (relation === undefined || to === undefined) throw isMissing('relate', 'relation and to')
  const { schedule, purpose, scope } = input
  const attributes = {
    ...(schedule === undefined ? {} : { schedule }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(scope === undefined ? {} : { scope }),
  }
  return { action, entity, type: relation, to: { name: to, type: toType }, attributes }
}

function isMissing(action: string, what: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    `memory.graph_write: ${action} needs ${what}`,
    'see the operation in docs/operations.md',
  )
}
