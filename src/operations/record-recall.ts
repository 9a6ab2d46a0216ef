import { z } from 'zod'
import { RECALL_MAX, recallRecords } from '../user/memory-recall/memory-recall.js'
import { recallFailures, recallOutcomes, selectors } from '../user/memory-recall/recall-result.js'
import { defineOperation } from './operation.js'
import { showRecord, wholeRecordShape } from './records.js'

export const recallMemoryRecords = defineOperation({
  name: 'record.recall',
  looksAtFiles: true,
  title: 'Recall what concerns a request',
  description:
    'Brings up the memory records that clearly concern what is to be done: preferences, projects, where something is. Call it ' +
    "once at the start of a task with the request in the user's own words, and again where the subject changes; " +
    'most requests concern no record. At most five come back, with the reason where none does. For what was said in ' +
    'conversations and notes, use memory.search.',
  example: 'recollect recall "write the weekly report for Mia"',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  // It counts what was read with profit, as memory.used does.
  effect: 'read',
  isIdempotent: true,
  input: z.strictObject({
    request: z.string().describe('what is to be done, as the user said it'),
    limit: z.int().min(1).max(RECALL_MAX).default(RECALL_MAX).describe('how many records at most'),
    select: z
      .enum(['auto', 'lexical'])
      .default('auto')
      .describe('auto: by the selector model, else by words and meaning; lexical: by words alone'),
    asBlock: z
      .boolean()
      .default(false)
      .describe('also give the records as one fenced block, ready for a prompt'),
  }),
  output: z.object({
    outcome: z
      .enum(recallOutcomes)
      .describe('an empty list without failed: there is nothing that concerns the request'),
    failure: z
      .object({ reason: z.enum(recallFailures), detail: z.string() })
      .nullable()
      .describe('why nothing could be recalled; the task can go on without'),
    how: z.enum(selectors).nullable().describe('what chose them: a model, words and meaning, or words alone'),
    records: z.array(wholeRecordShape).describe('the most relevant first'),
    block: z.string().optional().describe('with asBlock; empty where there are no records'),
    compact: z.string().describe('count and status, for later prompts in the place of the records'),
    dropped: z.array(z.string()).describe('what a model named that was not in the list'),
    lost: z.array(z.string()).describe('chosen, but gone or unreadable before they were read'),
    manifest: z
      .object({
        size: z.number(),
        beyond: z.number().describe('found by search, beyond the records that were used last'),
        total: z.number().describe('how many records there are'),
        problems: z.number().describe('files that are no records as they are'),
      })
      .describe('what was chosen from'),
    missing: z
      .partialRecord(z.enum(['model', 'vectors']), z.string())
      .describe('what could not take part in choosing, and why'),
  }),
  stream: 'request',
  handler: async ({ signal, ...call }, { asBlock, ...wanted }) => {
    const { block, records, dropped, lost, ...recalled } = await recallRecords(call, call.reach, {
      ...wanted,
      signal,
    })
    return {
      ...recalled,
      records: records.map((record) => showRecord(record, call.spine.zone)),
      ...(asBlock ? { block } : {}),
      dropped: [...dropped],
      lost: [...lost],
    }
  },
})
