import { z } from 'zod'
import { currentIdentityKey } from '../items/spine.js'
import { CORE_BUDGET_TOKENS, coreMemory, countPlaced } from '../user/core-memory.js'
import { defineOperation } from './operation.js'

export const readCoreMemory = defineOperation({
  name: 'memory.core',
  title: 'What every prompt begins with',
  description:
    'The facts about the user that weigh most (pinned, important, recent, used), as one block ready for a prompt, within ' +
    'a budget of tokens; what was left out and why. Only what the user said in person. Counts as a use of each.',
  example: 'recollect core',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  // What is counted is what was read with profit, as with memory.used.
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    budgetTokens: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .default(CORE_BUDGET_TOKENS)
      .describe('how long the block may be'),
    selection: z
      .enum(['scored', 'recency'])
      .default('scored')
      .describe('recency: the newest first; pinned ones lead in both'),
    isPlaced: z
      .boolean()
      .default(true)
      .describe('the block goes into a prompt, which counts as a use; false: only to look'),
    explain: z
      .boolean()
      .default(false)
      .describe('also say of each fact what it says, and where its score comes from'),
  }),
  output: z.object({
    block: z.string().describe('ready for a prompt: fenced, a line each with origin, trust and day'),
    tokens: z.number().describe('of the block, about'),
    items: z.array(
      z.object({
        id: z.string(),
        score: z.number().describe('0 to 1; 10 more for a pinned one'),
        isPinned: z.boolean(),
        tokens: z.number(),
        account: z
          .object({ text: z.string(), importance: z.number(), recency: z.number(), use: z.number() })
          .optional()
          .describe('with explain: the parts of the score, but for what a pin adds'),
      }),
    ),
    leftOut: z.array(
      z.object({
        reason: z
          .enum(['budget', 'repeated', 'expired', 'unstated', 'proposed', 'superseded', 'retracted'])
          .describe(
            'repeated: a longer line says it too; unstated: it holds, but the user did not say so in person',
          ),
        count: z
          .number()
          .describe(
            'of budget, repeated and expired: of the 200 that were weighed; of the others at most 1,000',
          ),
        ids: z.array(z.string()).describe('the first of them, where they were weighed'),
        texts: z.array(z.string()).optional().describe('with explain: what those say'),
      }),
    ),
  }),
  handler: async ({ spine, reach, readLog }, { isPlaced, explain, ...query }) => {
    const at = spine.env.now()
    const { block, tokens, placed, leftOut } = await spine.store.read(
      coreMemory,
      { identityKey: await currentIdentityKey(spine) },
      reach,
      query,
      at,
      spine.zone,
    )
    const also = isPlaced && placed.length > 0 ? () => countPlaced(reach, placed, at) : undefined
    readLog.record(reach, 'memory.core', { items: placed.length }, also)
    return {
      block,
      tokens,
      items: placed.map(({ id, score, isPinned, tokens: own, text, parts }) => ({
        id,
        score,
        isPinned,
        tokens: own,
        ...(explain ? { account: { text, ...parts } } : {}),
      })),
      leftOut: leftOut.map(({ reason, count, ids, texts }) => ({
        reason,
        count,
        ids: [...ids],
        ...(explain ? { texts: [...texts] } : {}),
      })),
    }
  },
})
