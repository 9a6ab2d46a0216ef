import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { requireCapability } from '../reach.js'
import { instructionScopes } from '../user/facts/instruction-rows.js'
import { INSTRUCTION } from '../user/facts/weights.js'
import {
  addUserInstruction,
  enableInstruction,
  instructionBlock,
  listInstructions,
} from '../user/instructions.js'
import { moment, readMoment } from './moment.js'
import { type Call, defineOperation } from './operation.js'
import { itemId, itemShape, showItem } from './shapes.js'

const scopeName = z.string().min(1).max(1_000)

const actions = ['list', 'add', 'disable', 'enable'] as const

export const manageInstructions = defineOperation({
  name: 'memory.instructions',
  title: 'What the user wants done always',
  description:
    'Lists instructions such as "always reply in French", with a block for prompts of those that apply; adds one, or ' +
    'disables or enables one. Only the user may change them; what the user says in passing is detected, and comes last.',
  example: 'recollect instructions add --text "Always reply in French"',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    action: z.enum(actions).default('list').describe('what to do'),
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
    channel: scopeName.optional().describe('list: also those for this channel in the block'),
    session: scopeName.optional().describe('list: also those for this session in the block'),
  }),
  output: z.object({
    changed: z.string().nullable().describe('the id of what was added, disabled or enabled'),
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
  handler: async (call, input) => {
    const { spine, reach, readLog } = call
    const changed = await change(call, input)
    const at = spine.env.now()
    const instructions = await spine.store.read(listInstructions, spine, reach, at)
    if (changed === null) readLog.record(reach, 'memory.instructions', { instructions: instructions.length })
    const { block, tokens, more } = instructionBlock(instructions, input, spine.zone)
    return {
      changed,
      instructions: instructions.map(({ item, ...terms }) => ({ ...showItem(item, spine.zone), ...terms })),
      block,
      tokens,
      more,
    }
  },
})

interface Change {
  readonly action: (typeof actions)[number]
  readonly id?: string | undefined
  readonly text?: string | undefined
  readonly scope: (typeof instructionScopes)[number]
  readonly scopeName?: string | undefined
  readonly priority: number
  readonly expiresAt?: string | number | undefined
}

async function change({ spine, reach }: Call, input: Change): Promise<string | null> {
  const { action, id, text, scope, priority } = input
  if (action === 'list') return null
  requireCapability(reach, 'memory.write', `memory.instructions ${action}`)
  if (reach.actor.audience === 'agent' || reach.actor.audience === 'subagent') throw notTheUser(action)
  if (action !== 'add') {
    if (id === undefined) throw missing(action, 'id')
    return enableInstruction(spine, reach, id, action === 'enable')
  }
  if (text === undefined) throw missing(action, 'text')
  const name = input.scopeName ?? null
  if ((scope === 'global') !== (name === null)) throw mismatched()
  return addUserInstruction(spine, reach, {
    text,
    scope,
    scopeName: name,
    priority,
    expiresAt: readMoment(input.expiresAt, spine.zone, 'expiresAt') ?? null,
  })
}

function notTheUser(action: string): MemoryError {
  return new MemoryError(
    'denied',
    `only the user may ${action} instructions`,
    'ask them to: recollect instructions add --text "…"',
  )
}

function missing(action: string, field: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    `${action} needs ${field}`,
    'see memory.instructions in docs/operations.md',
  )
}

function mismatched(): MemoryError {
  return new MemoryError(
    'invalid_input',
    'scope and scopeName do not fit together',
    'a channel or a session has a name, and global has none',
  )
}
