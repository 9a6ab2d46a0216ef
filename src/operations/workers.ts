import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { leftToWorker, mergeWorker } from '../user/merge-worker.js'
import { defineOperation } from './operation.js'
import { itemId } from './shapes.js'

export const mergeItems = defineOperation({
  name: 'memory.merge',
  title: 'Take over what a worker has kept',
  description:
    "Takes chosen items of one of the user's workers over into the user's own memory, as notes of a tool, with their " +
    'tags and times and what they came out of. Until then nothing of a worker is found there.',
  example: 'recollect merge --from research --all',
  capability: 'memory.write',
  audience: ['agent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    from: z.string().describe('the name of the worker'),
    ids: z.array(itemId).min(1).max(100).optional().describe("ids of items in the worker's bank"),
    all: z.boolean().default(false).describe('take everything over; instead of ids'),
  }),
  output: z.object({
    merged: z.array(
      z.object({
        from: z.string().describe("its id in the worker's bank"),
        id: z.string().nullable().describe('its id here; null where the same note was forgotten here'),
        outcome: z.enum(['added', 'repeated', 'forgotten']),
      }),
    ),
    left: z
      .object({ events: z.number(), artifacts: z.number(), tasks: z.number() })
      .describe('what the worker has that is no memory and stays with it: calls and results, outputs, tasks'),
  }),
  handler: async ({ spine, reach }, { from, ids, all }) => {
    if ((ids === undefined) !== all) {
      throw new MemoryError('invalid_input', 'what to take over is not clear', 'give ids, or all: true')
    }
    const merged = await mergeWorker(spine, reach, { worker: from, ids: ids ?? 'all' })
    return { merged: [...merged], left: await spine.store.read(leftToWorker, reach, from) }
  },
})
