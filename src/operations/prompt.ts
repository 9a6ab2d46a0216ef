import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { assembleFor } from '../prompting/assemble-for.js'
import type { PromptWorld } from '../prompting/gathered.js'
import { detailOf, keepAssembly, placedNow } from '../prompting/keep-assembly.js'
import type { PromptWanted } from '../prompting/prompt-wanted.js'
import { replayAssembly } from '../prompting/replay-assembly.js'
import type { BlockName } from '../task/prompt/block.js'
import { reasonCodes } from '../task/prompt/reason.js'
import { showMoment } from './moment.js'
import { type Call, defineOperation } from './operation.js'
import { blockName, formatName, givenFields, promptShape, readGiven, showPrompt } from './prompt-shapes.js'
import { itemId } from './shapes.js'

const name = z.string().min(1).max(1_000)

const blockWanted = z.strictObject({
  budgetTokens: z.int().min(0).max(2_000_000).optional(),
  required: z.boolean().optional().describe('refuse rather than leave something of it out'),
  off: z.boolean().optional().describe('leave the whole block out'),
  limit: z.int().min(0).max(10_000).optional().describe('items at most'),
  minConfidence: z.number().min(0).max(1).optional(),
})

export const assembleOnePrompt = defineOperation({
  name: 'prompt.assemble',
  title: 'Assemble the prompt for a model call',
  description:
    'The best prompt that fits a budget of tokens: identity, instructions, core memory, task, workspace and user memory, ' +
    'recall for what is asked, the summary and the latest turns of the session, and why each item is in it or out. ' +
    'With a session it is kept there as an event, without a word of what is remembered.',
  example: 'recollect prompt --session chat --ask "Which editor do I use?"',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'write',
  isIdempotent: false,
  looksAtFiles: true,
  input: z.strictObject({
    session: name.optional().describe('of which the summary and the latest turns are shown'),
    task: name
      .optional()
      .describe('whose state and documents are shown; else the one that the session works on'),
    ask: z
      .string()
      .min(1)
      .max(400_000)
      .optional()
      .describe("what is asked now; the latest message of the session's user when absent"),
    budgetTokens: z.int().min(1).max(2_000_000).default(8_000).describe('of the whole prompt'),
    format: formatName.default('text'),
    ...givenFields,
    blocks: z.partialRecord(blockName, blockWanted).default({}).describe('what single blocks are to be'),
    select: z
      .enum(['lexical', 'auto'])
      .default('lexical')
      .describe('auto: the configured model chooses the records; lexical: no model is asked'),
    record: z
      .boolean()
      .default(true)
      .describe('keep it as an event of the session, and count what it shows as used; false: only to look'),
  }),
  output: promptShape.extend({
    assemblyId: z.string().nullable().describe('for prompt.replay; null where it was not kept'),
  }),
  handler: async (call, { record, format, ...input }) => {
    if (input.session === undefined && input.ask === undefined) throw nothingAsked()
    const world = worldOf(call)
    const wanted: PromptWanted = { ...input, format, ...readGiven(input), blocks: readBlocks(input.blocks) }
    const prompt = await assembleFor(world, wanted)
    const detail = detailOf(prompt, wanted)
    const counts = { items: detail.items.length, tokens: detail.tokens }
    const at = call.spine.env.now()
    const also = record ? placedNow(world, detail, prompt.part?.before ?? null, at) : undefined
    call.readLog.record(call.reach, 'prompt.assemble', counts, also)
    const shown = showPrompt(prompt, format, input.budgetTokens)
    if (!record || prompt.part === null) return { ...shown, assemblyId: null }
    const kept = await keepAssembly(world, prompt, detail)
    if ('id' in kept) return { ...shown, assemblyId: kept.id }
    return { ...shown, missing: { ...shown.missing, record: kept.missing }, assemblyId: null }
  },
})

const placed = z.object({ block: blockName, id: z.string() })

export const replayOnePrompt = defineOperation({
  name: 'prompt.replay',
  title: 'Assemble a prompt of then once more',
  description:
    'The same question in the session as it was then, on what is remembered now, and what differs: what is gone, what is ' +
    'new, what changed. Nothing is kept or counted.',
  example: 'recollect prompt replay --session chat',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'read',
  isIdempotent: true,
  looksAtFiles: true,
  input: z.strictObject({
    id: itemId.optional().describe('the assemblyId'),
    session: name.optional().describe('its latest prompt, instead of an id'),
    ask: z
      .string()
      .min(1)
      .max(400_000)
      .optional()
      .describe('what was asked, where the session does not hold it'),
    format: formatName.default('text'),
    ...givenFields,
  }),
  output: promptShape.extend({
    at: z.string().describe('when it was assembled'),
    tokensThen: z.number().describe("without the caller's own words, where they are not given again"),
    gone: z.array(placed).describe('stood in it then, and is forgotten'),
    new: z.array(placed).describe('stands in it now, and was not thought of then'),
    changed: z
      .array(
        placed.extend({
          was: z.enum(reasonCodes),
          now: z.enum(reasonCodes).nullable().describe('null: it is no candidate any more'),
        }),
      )
      .describe('is there, and stands in one of the two alone'),
  }),
  handler: async (call, { id, session, ask, format, ...input }) => {
    const which = id !== undefined ? { id } : session !== undefined ? { session } : undefined
    if (which === undefined) throw nothingNamed()
    const { prompt, then, heldBackTokens, at, gone, fresh, changed } = await replayAssembly(worldOf(call), {
      which,
      ask,
      given: { ...readGiven(input), format },
    })
    const counts = { gone: gone.length, new: fresh.length, changed: changed.length }
    call.readLog.record(call.reach, 'prompt.replay', counts)
    return {
      ...showPrompt(prompt, format, then.budgetTokens),
      at: showMoment(at, call.spine.zone) as string,
      tokensThen: then.tokens - heldBackTokens,
      gone: [...gone],
      new: [...fresh],
      changed: [...changed],
    }
  },
})

function worldOf({ spine, reach, records, models, readLog, remotes, signal }: Call): PromptWorld {
  return { spine, reach, records, models, readLog, remotes, signal }
}

function readBlocks(given: Partial<Record<BlockName, z.output<typeof blockWanted>>>): PromptWanted['blocks'] {
  const blocks: PromptWanted['blocks'] = Object.fromEntries(
    Object.entries(given).map(([block, { required, off, ...rest }]) => [
      block,
      { ...rest, isRequired: required, isOff: off },
    ]),
  )
  return blocks
}

function nothingNamed(): MemoryError {
  return new MemoryError(
    'invalid_input',
    'no prompt is named',
    'give its id, or a session for its latest one',
  )
}

function nothingAsked(): MemoryError {
  return new MemoryError('invalid_input', 'nothing is asked', 'give `ask`, or a session whose user has asked')
}
