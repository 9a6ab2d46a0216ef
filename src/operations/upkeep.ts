import { z } from 'zod'
import { caredDocuments } from '../document/cared-documents.js'
import { documentStats } from '../document/library/document-stats.js'
import { doctor } from '../items/doctor.js'
import { banksAfter, banksInReach } from '../items/list-banks.js'
import { reindex } from '../items/reindex.js'
import { stats } from '../items/stats.js'
import { type Reach, wholeStore } from '../reach.js'
import { countTags } from '../user/count-tags.js'
import { costOf, modelCost } from './model-cost.js'
import { showMoment } from './moment.js'
import { defineOperation } from './operation.js'

const counts = z.record(z.string(), z.number())

export const embeddingShape = z.object({
  state: z
    .enum(['off', 'idle', 'working', 'unavailable', 'stale'])
    .describe("stale: the vectors are another model's and not used, see reason"),
  model: z.string().nullable().describe('what the vectors come from; null before there are any'),
  queued: z.number().describe('items that wait in this process'),
  indexed: z.number().describe('texts with vectors'),
  failed: z.number().describe('texts that the embedder refused, or part of them'),
  skipped: z.number().describe('texts in a language that the model does not know'),
  dropped: z.number().describe('items that the queue of this process had no room for; they are pending'),
  pending: z.number().describe('texts without vectors so far'),
  reason: z.string().nullable().describe('why nothing is embedded at the moment'),
})

export const showStats = defineOperation({
  name: 'memory.stats',
  looksAtMuch: true,
  title: 'What is remembered, in numbers',
  description:
    'Counts of items by kind and trust, sessions, the tags of notes, what was forgotten, and how far the index and the ' +
    'vectors are. With `cost`, also what chat models were used for, by day, and what is left of today.',
  example: 'recollect stats',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    cost: z.boolean().default(false).describe('also calls and tokens of chat models in the last 30 days'),
  }),
  output: z.object({
    items: z.number(),
    byKind: counts,
    byTrust: counts,
    sessions: z.number(),
    tags: z
      .array(z.object({ tag: z.string(), notes: z.number() }))
      .describe('of notes, most used first, at most 100'),
    forgotten: z.number(),
    auditRows: z.number(),
    firstAt: z.string().nullable(),
    lastAt: z.string().nullable(),
    index: z.object({ indexed: z.number(), stale: z.number() }),
    documents: z
      .object({
        documents: z.number(),
        published: z.number(),
        pending: z.number(),
        sections: z.number(),
        indexed: z.number().describe('sections of what is published'),
        stale: z.number(),
      })
      .describe("the user's documents, for the administrator also the system's; no count above has them"),
    embedding: embeddingShape,
    cost: modelCost.optional().describe('with `cost`: what chat models were used for'),
  }),
  handler: async ({ spine, reach, readLog, models, modelDailyTokens }, { cost }) => {
    const result = await stats(spine, reach)
    const tags = await spine.store.read(countTags, reach.writes)
    readLog.record(reach, 'memory.stats', { items: result.items })
    return {
      ...result,
      tags,
      documents: await spine.store.read(documentStats, caredDocuments(reach)),
      firstAt: showMoment(result.firstAt, spine.zone),
      lastAt: showMoment(result.lastAt, spine.zone),
      ...(cost ? { cost: await costOf(spine, reach.writes, models, modelDailyTokens) } : {}),
    }
  },
})

export const listBanks = defineOperation({
  name: 'memory.banks',
  looksAtMuch: true,
  title: 'Which memories there are',
  description:
    'The banks that the caller can reach, each a memory of its own: whose it is, how much it holds, since when, and ' +
    'what the caller may do there. With `all`, every bank of the store; for its administrator.',
  example: 'recollect banks',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    all: z.boolean().default(false).describe('every bank of the store; for the administrator'),
    after: z
      .string()
      .max(1_000)
      .default('')
      .describe('with all: go on behind this bank, the `next` of the page before'),
    limit: z.number().int().min(1).max(1000).default(200).describe('with all: how many banks at most'),
  }),
  output: z.object({
    banks: z.array(
      z.object({
        bank: z.string().describe('its name in the store'),
        kind: z.string().describe('user: what one user has; workspace: what all users of the store share'),
        owner: z.string().describe('the user, or the workspace, whose it is'),
        items: z.number(),
        sessions: z.number(),
        words: z.number(),
        since: z.string().nullable().describe('when something was first kept in it; null while it is unused'),
        changedAt: z.string().nullable().describe('the last time that something was kept or forgotten'),
        may: z.array(z.enum(['read', 'write', 'forget'])).describe('what the caller may do there'),
      }),
    ),
    next: z
      .string()
      .nullable()
      .describe('with all: give it as `after` for more; null when these were the last'),
  }),
  handler: async ({ spine, reach, readLog }, { all, after, limit }) => {
    const log = all ? wholeStore(reach, 'memory.banks with all') : reach
    const lines = all
      ? await spine.store.read(banksAfter, after, limit + 1)
      : await spine.store.read(banksInReach, reach)
    const shown = all ? lines.slice(0, limit) : lines
    readLog.record(log, 'memory.banks', { banks: shown.length })
    return {
      banks: shown.map(({ createdAt, changedAt, ...line }) => ({
        ...line,
        since: showMoment(createdAt, spine.zone),
        changedAt: showMoment(changedAt, spine.zone),
        may: mayDo(reach, line.bank),
      })),
      next: lines.length > shown.length ? (shown.at(-1)?.bank ?? null) : null,
    }
  },
})

function mayDo({ reads, writes, capabilities }: Reach, bank: string): ('read' | 'write' | 'forget')[] {
  const isReadable = reads.some((readable) => readable === bank)
  const isOwn = writes === bank
  return [
    ...(isReadable && capabilities.has('memory.read') ? (['read'] as const) : []),
    ...(isOwn && capabilities.has('memory.write') ? (['write'] as const) : []),
    ...(isOwn && capabilities.has('memory.forget') ? (['forget'] as const) : []),
  ]
}

export const reindexTexts = defineOperation({
  name: 'memory.reindex',
  title: 'Build the search index again',
  description:
    'Segments texts of an older version again and rebuilds the index of words. Answers stay the same. Vectors depend on ' +
    'the texts alone and stay; memory.embed makes them anew.',
  example: 'recollect reindex --all',
  capability: 'memory.write',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    all: z.boolean().default(false).describe('every text, not only those of an older version'),
  }),
  output: z.object({ looked: z.number(), changed: z.number() }),
  handler: ({ spine, reach, progress }, { all }) =>
    reindex(spine, [reach, ...caredDocuments(reach)], { all }, (done, total) =>
      progress?.({ done, unit: 'texts', total }),
    ),
})

export const examine = defineOperation({
  name: 'memory.doctor',
  looksAtMuch: true,
  looksAtFiles: true,
  title: 'Examine the store',
  description: 'Checks file, index, counters and audit chain, and says what to do about what it finds.',
  example: 'recollect doctor',
  capability: 'admin',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({}),
  output: z.object({
    isHealthy: z.boolean(),
    findings: z.array(
      z.object({ check: z.string(), isOk: z.boolean(), detail: z.string(), hint: z.string().nullable() }),
    ),
  }),
  handler: async ({ spine, reach, readLog }) => {
    const findings = await doctor(spine, reach, caredDocuments(reach))
    readLog.record(reach, 'memory.doctor', { findings: findings.filter(({ isOk }) => !isOk).length })
    return { isHealthy: findings.every(({ isOk }) => isOk), findings }
  },
})
