import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { embeddingStats } from '../embedding/embedding-stats.js'
import { WAL_BOUND_BYTES } from '../items/doctor.js'
import { remoteKinds } from '../remote/remote-provider.js'
import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import { type RecordPlace, storedPlace } from '../user/records/record-place.js'
import { isS3Place } from '../user/records/s3/s3-place.js'
import { lookedAtByTheUser } from './looked-at-by-the-user.js'
import { costOf, modelCost } from './model-cost.js'
import { type Call, defineOperation } from './operation.js'
import { embeddingShape } from './upkeep.js'

export const showStatus = defineOperation({
  ...lookedAtByTheUser,
  name: 'system.status',
  looksAtMuch: true,
  title: 'How the system stands',
  description:
    'Versions, the store and its size, the embedder, which model each role uses and what that cost by day, where records ' +
    'lie, which memories elsewhere are asked, and what is wrong at first sight. Never a key, and no address with one. ' +
    'memory.doctor looks at everything, which takes longer.',
  example: 'recollect status',
  input: z.object({}),
  output: z.object({
    version: z.string().describe('of Recollect'),
    node: z.string(),
    zone: z.string().describe('in which days begin and end'),
    recallLog: z.boolean().describe('whether searches are kept for 30 days'),
    store: z.object({
      engine: z.enum(['sqlite', 'postgres']),
      version: z.string(),
      schema: z.number(),
      bytes: z.number(),
      walBytes: z.number(),
      pool: z
        .object({
          size: z.number().describe('connections that there may be'),
          lent: z.number().describe('in use'),
          idle: z.number(),
          waiting: z.number().describe('calls that wait for one'),
        })
        .nullable()
        .describe('connections of this process to the server; null for a file'),
      location: z.string().nullable().describe('for the administrator alone'),
      items: z.number().describe('of this bank'),
      forgotten: z.number().describe('of this bank'),
      generation: z.number().describe('grows with each change of this bank'),
      banks: z.number().nullable().describe('of the whole store, for the administrator alone'),
    }),
    embedding: embeddingShape,
    cost: modelCost,
    records: z.object({
      place: z.enum(['database', 'folder', 's3']),
      folder: z
        .string()
        .nullable()
        .describe('which, where it is not that of the home: a path, or s3://…; for the administrator alone'),
    }),
    remotes: z.array(
      z.object({
        name: z.string(),
        kinds: z.array(z.enum(remoteKinds)),
        state: z.enum(['ready', 'resting', 'not_yours']),
      }),
    ),
    problems: z
      .array(z.object({ check: z.string(), detail: z.string(), hint: z.string() }))
      .describe('at first sight; empty where there are none'),
  }),
  handler: async (call) => {
    const { spine, reach, readLog, models, modelDailyTokens, remotes } = call
    const isOwner = reach.actor.audience === 'administrator'
    const report = await spine.store.inspect({ isQuick: true })
    const bank = reach.writes
    const status = spine.embedding?.status(bank)
    const { place = 'database' } = await spine.store.read(storedPlace)
    const embedding = await spine.store.read(embeddingStats, spine.embedding, bank, status)
    const counts = await spine.store.read(countsOf, bank)
    const isElsewhere = place !== 'database' && place !== 'folder'
    readLog.record(reach, 'system.status', { items: counts.items })
    return {
      version: await packageVersion(),
      node: process.versions.node,
      zone: spine.zone,
      recallLog: readLog.keepsRecalls,
      store: {
        engine: spine.store.engine,
        version: report.version,
        schema: report.schema,
        bytes: report.bytes,
        walBytes: report.walBytes,
        pool: report.pool,
        location: isOwner ? report.location : null,
        ...counts,
        banks: isOwner ? await spine.store.read(countBanks) : null,
      },
      embedding,
      cost: await costOf(spine, bank, models, modelDailyTokens),
      records: {
        place: placeName(place),
        folder: isOwner && isElsewhere ? place : null,
      },
      remotes: remotes.list(reach).map(({ name, kinds, state }) => ({ name, kinds: [...kinds], state })),
      problems: [...problemsOf(report), ...embeddingProblems(embedding)],
    }
  },
})

function placeName(place: RecordPlace): 'database' | 'folder' | 's3' {
  if (isS3Place(place)) return 's3'
  return place === 'database' ? place : 'folder'
}

/** As far from here in the source as from the built program. */
async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}

function* countsOf(bank: string): Tx<{ items: number; forgotten: number; generation: number }> {
  const items = yield* get<{ n: number }>(sql`select count(*) as n from item where bank = ${bank}`)
  const forgotten = yield* get<{ n: number }>(sql`select count(*) as n from tombstone where bank = ${bank}`)
  const row = yield* get<{ generation: number }>(sql`select generation from bank where bank = ${bank}`)
  return { items: items?.n ?? 0, forgotten: forgotten?.n ?? 0, generation: row?.generation ?? 0 }
}

/** Of everyone: for the owner of the store. */
function* countBanks(): Tx<number> {
  const row = yield* get<{ n: number }>(sql`select count(*) as n from bank where bank >= ''`)
  return row?.n ?? 0
}

type Report = Awaited<ReturnType<Call['spine']['store']['inspect']>>

function problemsOf({ walBytes, leftovers, pool }: Report) {
  return [
    ...(pool !== null && pool.waiting > 0
      ? [
          {
            check: 'connections',
            detail: `${pool.waiting} calls wait for one of ${pool.size}`,
            hint: 'start another process, or give this one more (RECOLLECT_POSTGRES_POOL_SIZE)',
          },
        ]
      : []),
    ...(walBytes > WAL_BOUND_BYTES
      ? [
          {
            check: 'write-ahead log',
            detail: `${walBytes} bytes`,
            hint: 'a reader keeps an old state open: end that process',
          },
        ]
      : []),
    ...(leftovers.length === 0
      ? []
      : [
          {
            check: 'leftovers',
            detail: `${leftovers.length} files of an interrupted restore or backup`,
            hint: 'recollect doctor names them: delete them, they may hold what was forgotten',
          },
        ]),
  ]
}

function embeddingProblems({ state, reason, failed }: z.input<typeof embeddingShape>) {
  const isTrouble = state === 'unavailable' || state === 'stale'
  return [
    ...(isTrouble ? [{ check: 'embedder', detail: reason ?? state, hint: 'see docs/embedders.md' }] : []),
    ...(failed > 0
      ? [{ check: 'vectors', detail: `${failed} texts were refused`, hint: 'run: recollect embed --all' }]
      : []),
  ]
}
