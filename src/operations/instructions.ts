import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { instructionScopes } from '../user/facts/instruction-rows.js'
import { INSTRUCTION } from '../user/facts/weights.js'
import {
  addUserInstruction,
  enableInstruction,
  INSTRUCTIONS_MAX,
  instructionBlock,
  listInstructions,
} from '../user/instructions.js'
import { moment, readMoment } from './moment.js'
import { defineOperation } from './operation.js'
import { itemId, itemShape, showItem } from './shapes.js'

const scopeName = z.string().min(1).max(1_000)

export const listUserInstructions = defineOperation({
  name: 'memory.instructions',
  title: 'What the user wants done always',
  description:
    'Lists instructions such as "always reply in French", the highest priority first, with a block for prompts of ' +
    'those that apply. What the user says in passing is detected, and comes last; memory.instruct changes them.',
  example: 'recollect instructions',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    channel: scopeName.optional().describe('also those for this channel in the block'),
    session: scopeName.optional().describe('also those for this session in the block'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(INSTRUCTIONS_MAX)
      .default(50)
      .describe('how many to list at most; the block is made of all that apply'),
  }),
  output: z.object({
    instructions: z.array(
      itemShape.extend({
        priority: z.number(),
        scope: z.enum(instructionScopes),
        scopeName: z.string().nullable(),
        isDetected: z.boolean().describe('read out of what the user said, not added'),
        isEnabled: z.boolean(),
        isExpired: z.boolean(),
      }),
    ),
    block: z.string().describe('ready for a prompt, of at most 200 tokens; (+N more) had no room'),
    tokens: z.number(),
    more: z.number(),
  }),
  handler: async ({ spine, reach, readLog }, { limit, ...place }) => {
    const all = await spine.store.read(listInstructions, spine, reach, spine.env.now())
    const { block, tokens, more } = instructionBlock(all, place, spine.zone)
    const listed = all.slice(0, limit) // slice-ok: a list
    readLog.record(reach, 'memory.instructions', { instructions: listed.length })
    const instructions = listed.map(({ item, ...terms }) => ({ ...showItem(item, spine.zone), ...terms }))
    return { instructions, block, tokens, more }
  },
})

export const instruct = defineOperation({
  name: 'memory.instruct',
  title: 'Say what is to be done always',
  description:
    'Adds an instruction, everywhere or for one channel or session, or disables or enables one. The same words again are ' +
    'the same instruction, with what applies to it now. Only the user may: what others write instructs nobody.',
  example: 'recollect instruct add --text "Always reply in French"',
  capability: 'memory.write',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    action: z.enum(['add', 'disable', 'enable']).describe('what to do'),
    id: itemId.optional().describe('disable, enable: of the instruction'),
    text: z.string().min(1).max(2_000).optional().describe('add: what to do, in a sentence'),
    scope: z.enum(instructionScopes).default('global').describe('add: where it applies'),
    scopeName: scopeName.optional().describe('add: of the channel or the session'),
    priority: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(INSTRUCTION.addedPriority)
      .describe('add: the highest come first'),
    expiresAt: moment.optional().describe('add: it applies until then'),
  }),
  output: z.object({ id: z.string().describe('of what was added, disabled or enabled') }),
  handler: async ({ spine, reach }, { action, id, text, scope, priority, ...input }) => {
    if (action !== 'add') {
      if (id === undefined) throw missing(action, 'id')
      return { id: await enableInstruction(spine, reach, id, action === 'enable') }
    }
    if (text === undefined) throw missing(action, 'text')
    const name = input.scopeName ?? null
    if ((scope === 'global') !== (name === null)) throw mismatched()
    const expiresAt = readMoment(input.expiresAt, spine.zone, 'expiresAt') ?? null
    return {
      id: await addUserInstruction(spine, reach, { text, scope, scopeName: name, priority, expiresAt }),
    }
  },
})

function missing(action: string, field: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    `${action} needs ${field}`,
    'see memory.instruct in docs/operations.md',
  )
}

function mismatched(): MemoryError {
  return new MemoryError(
    'invalid_input',
    'scope and scopeName do not fit together',
    'a channel or a session has a name, and global has none',
  )
}
