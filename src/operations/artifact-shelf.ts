import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { listArtifacts } from '../task/artifacts/list-artifacts.js'
import { planPrune, pruneArtifacts } from '../task/artifacts/prune-artifacts.js'
import { knownSession } from '../task/known-session.js'
import { artifactShape, showArtifact } from './artifacts.js'
import { moment, readMoment } from './moment.js'
import { defineOperation } from './operation.js'
import { pageAfter, pageNext, pagesOf } from './page.js'
import { receiptShape, showReceipt } from './shapes.js'
import { sessionName } from './transcript-shapes.js'

export const listOutputs = defineOperation({
  name: 'artifact.list',
  looksAtMuch: true,
  title: 'List large outputs',
  description:
    'The outputs that are kept beside conversations: what they are of, how large, when, and which event holds them. Newest ' +
    'first, or largest.',
  example: 'recollect artifact list --order largest',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  toolset: 'task',
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    session: sessionName.optional().describe('only those of this session'),
    minBytes: z.int().min(0).optional().describe('only larger ones'),
    since: moment.optional().describe('only of this time or later'),
    until: moment.optional().describe('only from before this time'),
    order: z.enum(['newest', 'largest']).default('newest').describe('which come first'),
    limit: z.int().min(1).max(200).default(20).describe('how many at most'),
    after: pageAfter,
    skip: z.int().min(0).max(1_000_000).default(0).describe('pass over so many'),
  }),
  output: z.object({
    artifacts: z.array(
      artifactShape.extend({
        event: z
          .object({ session: z.string(), seq: z.number() })
          .nullable()
          .describe('the first event that holds it; null where none does'),
        events: z.number().describe('how many events hold it'),
      }),
    ),
    total: z.number().describe('of all that were asked for'),
    totalBytes: z.number(),
    next: pageNext,
  }),
  handler: async ({ spine, reach, readLog }, { session, since, until, after, limit, ...wanted }) => {
    const { order } = wanted
    const [value, id] = pages[order].read(after) ?? []
    const known = session === undefined ? undefined : await knownSession(spine, reach, session)
    const listed = await spine.store.read(listArtifacts, known?.bank ?? reach.writes, {
      ...wanted,
      limit: limit + 1,
      before: value === undefined || id === undefined ? undefined : { value, id },
      sessionRid: known?.rid,
      since: readMoment(since, spine.zone, 'since'),
      until: readMoment(until, spine.zone, 'until'),
    })
    const { rows, next } = pages[order].cut(listed.artifacts, limit, (one) => [
      order === 'largest' ? one.bytes : one.at,
      one.id,
    ])
    readLog.record(reach, 'artifact.list', { artifacts: rows.length })
    return {
      ...listed,
      next,
      artifacts: rows.map(({ event, events, ...row }) => ({
        ...showArtifact(row, spine.zone),
        event,
        events,
      })),
    }
  },
})

const place = z.tuple([z.int(), z.uuid()])
const pages = {
  newest: pagesOf('artifact.list newest', place),
  largest: pagesOf('artifact.list largest', place),
}

export const pruneOutputs = defineOperation({
  name: 'artifact.prune',
  looksAtMuch: true,
  title: 'Forget old outputs',
  description:
    'Forgets outputs that are older than so many days, and the oldest until all together take no more than so much. The ' +
    'events that held them stay, and say that their output was forgotten. Without `apply` it only says what would go.',
  example: 'recollect artifact prune --older-than-days 90',
  capability: 'memory.forget',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'destructive',
  isIdempotent: true,
  input: z.object({
    olderThanDays: z.number().min(0).max(36_500).optional().describe('what is older goes'),
    maxTotalBytes: z.int().min(0).optional().describe('the oldest go until the others take no more'),
    apply: z.boolean().default(false).describe('do it; else it is only told'),
    verify: z.boolean().default(true).describe('look at the bytes on disk before answering'),
  }),
  output: z.object({
    artifacts: z.number().describe('that go'),
    bytes: z.number().describe('of what goes'),
    kept: z.number(),
    keptBytes: z.number(),
    receipt: receiptShape.nullable().describe('null where it was only told'),
  }),
  handler: async ({ spine, reach }, { olderThanDays, maxTotalBytes, apply, verify }) => {
    if (olderThanDays === undefined && maxTotalBytes === undefined) {
      throw new MemoryError(
        'invalid_input',
        'artifact.prune: nothing says what is to go',
        'give olderThanDays, maxTotalBytes, or both',
      )
    }
    const before = olderThanDays === undefined ? undefined : spine.env.now() - olderThanDays * DAY_MS
    const retention = { before, maxTotalBytes }
    const { ids, ...plan } = await spine.store.read(planPrune, reach, retention)
    const told = { artifacts: ids.length, ...plan }
    if (!apply || ids.length === 0) return { ...told, receipt: null }
    return { ...told, receipt: showReceipt(await pruneArtifacts(spine, reach, retention, { verify })) }
  },
})

const DAY_MS = 86_400_000
