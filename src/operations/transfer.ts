import { resolve } from 'node:path'
import { z } from 'zod'
import { tellingLater } from '../embedding/telling-later.js'
import { type Reach, requireCapability, wholeStore } from '../reach.js'
import { ARCHIVE_VERSION, SCHEMA } from '../transfer/archive/format.js'
import { importArchive } from '../transfer/archive/import-archive.js'
import { archiveSize, writeArchive } from '../transfer/archive/write-archive.js'
import type { ByteSource } from '../transfer/lines.js'
import { type Call, defineOperation } from './operation.js'
import { rereadGiven } from './reread-given.js'

const counts = z.record(z.string(), z.number())

const path = z
  .string()
  .min(1)
  .max(4_096)
  .refine((name) => !name.includes('\0'), { error: 'a path holds no NUL' })

export const exportArchive = defineOperation({
  name: 'memory.export',
  looksAtMuch: true,
  title: 'Write everything into an archive',
  description:
    'Everything that is remembered as JSON lines, with where it comes from, what was forgotten and the audit log: ' +
    'nothing is lost on the way into another store, on SQLite or PostgreSQL. Others may write meanwhile.',
  example: 'recollect export memory.jsonl',
  capability: 'memory.read',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    all: z.boolean().default(false).describe("every user's memory, not only yours; for the administrator"),
  }),
  output: z.object({
    lines: z
      .custom<AsyncIterable<string>>((value) => typeof value === 'object' && value !== null)
      .describe('each with its newline; the archive is whole once the last was read'),
    banks: z.number(),
    items: z.number().describe('as many as there were when it began'),
    version: z.number().describe('of the format'),
    schema: z.number(),
    exportedAt: z.string(),
  }),
  streamsOut: 'lines',
  handler: async ({ spine, reach, readLog, progress, signal }, { all }) => {
    // The log is part of the archive.
    requireCapability(reach, 'audit.read', 'memory.export')
    const log = all ? wholeStore(reach, 'memory.export with all') : reach
    const exportedAt = spine.env.now()
    await readLog.flush()
    const size = await spine.store.read(archiveSize, reach, all)
    readLog.record(log, 'memory.export', size)
    const lines = writeArchive(spine, reach, {
      all,
      exportedAt,
      signal,
      progress: (done) => progress?.({ done, unit: 'rows' }),
    })
    return {
      lines,
      ...size,
      version: ARCHIVE_VERSION,
      schema: SCHEMA,
      exportedAt: new Date(exportedAt).toISOString(),
    }
  },
})

const proof = z.object({
  state: z.enum(['logical', 'physical']).describe('physical: looked for on disk and not found'),
  reason: z.string().nullable(),
  scannedBytes: z.number(),
})

export const takeArchive = defineOperation({
  name: 'memory.import_archive',
  title: 'Take an archive in',
  description:
    'Reads what export wrote. An empty store becomes what the archive holds, one of the same key gains what it lacks: ' +
    'what is there stays, and what either has forgotten stays forgotten. A damaged or cut archive changes nothing; one ' +
    'that was broken off is completed by the same call.',
  example: 'recollect import memory.jsonl',
  capability: 'admin',
  audience: ['administrator'],
  surfaces: ['sdk', 'http'],
  effect: 'write',
  isIdempotent: true,
  input: z
    .object({
      content: z
        .custom<ByteSource>(
          (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
        )
        .optional()
        .describe(
          'the archive, as text or as a stream, which is kept in a file without a name while it is read',
        ),
      file: path.optional().describe('or the path of one, which is read where it lies'),
    })
    .refine(({ content, file }) => (content === undefined) !== (file === undefined), {
      error: 'give either the content of an archive or its file',
    }),
  output: z.object({
    banks: z.number(),
    exportedAt: z.string(),
    added: counts.describe('rows, by type'),
    present: counts.describe('were there already'),
    leftOut: counts.describe('forgotten here, or without what they belong to'),
    forgotten: z.number().describe('items of this store that the archive had forgotten'),
    proof: proof.nullable().describe('of what was forgotten on the way'),
  }),
  stream: 'content',
  localPaths: ['file'],
  handler: async ({ spine, reach, progress, signal }, { content, file }) => {
    const log = wholeStore(reach, 'memory.import_archive')
    const { listening, tell } = tellingLater(spine.embedding)
    const source = await rereadGiven(spine, { content, file })
    try {
      const report = await importArchive({ ...spine, embedding: listening }, log, source, {
        signal,
        progress: (done, total) =>
          progress?.({
            done,
            unit: total === undefined ? 'rows checked' : 'rows',
            ...(total === undefined ? {} : { total }),
          }),
      })
      tell()
      return {
        ...report,
        exportedAt: new Date(report.exportedAt).toISOString(),
        proof:
          report.proof === null
            ? null
            : { ...report.proof, scannedBytes: report.proof.proof?.scannedBytes ?? 0 },
      }
    } finally {
      await source.close()
    }
  },
})

export const backUp = defineOperation({
  name: 'memory.backup',
  title: 'Back the store up',
  description:
    'Copies the whole store into one file while others read and write, and examines the copy before it takes its name. ' +
    'Restore brings it back. On PostgreSQL: export, or the tools of the server.',
  example: 'recollect backup ~/memory.backup',
  capability: 'admin',
  audience: ['administrator'],
  surfaces: ['sdk', 'cli'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    file: path.describe('where to'),
    overwrite: z.boolean().default(false).describe('replace an older backup there; never another file'),
  }),
  output: z.object({
    file: z.string(),
    bytes: z.number(),
    schema: z.number(),
    counts: counts.describe('rows of the copy, by table'),
  }),
  handler: async ({ spine, reach, readLog }: Call, { file, overwrite }) => {
    const log: Reach = wholeStore(reach, 'memory.backup')
    const target = resolve(file)
    const report = await spine.store.backup(target, { overwrite })
    readLog.record(log, 'memory.backup', { items: report.counts['item'] ?? 0, bytes: report.bytes })
    return { file: target, ...report, counts: { ...report.counts } }
  },
})
