import { z } from 'zod'
import { MemoryError } from '../errors.js'
import type { ByteSource } from '../transfer/lines.js'
import { exportRecords, recordExportForms } from '../transfer/records/export-records.js'
import { importRecords } from '../transfer/records/import-records.js'
import { type GivenFile, recordForms } from '../transfer/records/record-entry.js'
import { recordOutcomes } from '../transfer/records/record-report.js'
import { recordTypes } from '../user/records/record.js'
import { byteSource, fileSource } from './byte-source.js'
import { zone } from './moment.js'
import { defineOperation } from './operation.js'

const MAX_BYTES = 100_000_000
const NAME_MAX_CHARS = 1_024

const reasons = z.array(z.object({ reason: z.string(), count: z.number() }))

export const importRecordFiles = defineOperation({
  name: 'record.import',
  looksAtFiles: true,
  title: 'Take memories of other systems in as records',
  description:
    'Reads a Claude Code memory folder (MEMORY.md and its topic files), Markdown with or without front matter, an export ' +
    'of mem0, the file of the MCP memory server, and records exported from here. Importing again changes nothing; a record ' +
    'of the same name that says something else is reported and left. Try it with dryRun first.',
  example: 'recollect record-import memory.json --dry-run',
  capability: 'memory.write',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'write',
  isIdempotent: true,
  input: z
    .object({
      content: byteSource.optional().describe('one file, as text or as a stream'),
      name: z
        .string()
        .min(1)
        .max(NAME_MAX_CHARS)
        .optional()
        .describe('the name of that file; it names a record that has no name'),
      files: fileSource
        .optional()
        .describe('or several: {path, content} each, as a list or a stream; nothing is opened by its path'),
      update: z
        .boolean()
        .default(false)
        .describe('let a record of the same name that says something else take over what is imported'),
      of: z
        .string()
        .min(1)
        .max(NAME_MAX_CHARS)
        .optional()
        .describe('the memories of this user alone, where an export has those of several (`user_id`)'),
      type: z.enum(recordTypes).default('reference').describe('of those that do not say what they are for'),
      asMine: z.boolean().default(false).describe('you vouch that they are your own words'),
      dryRun: z.boolean().default(false).describe('say what would happen, without writing'),
      zone: zone.optional().describe('time zone of times that name none'),
      maxBytes: z.int().min(1).default(MAX_BYTES).describe('a longer file is refused'),
    })
    .refine(({ content, files }) => (content === undefined) !== (files === undefined), {
      error: 'give either the content of one file or files',
    }),
  output: z.object({
    forms: z
      .array(z.object({ form: z.enum(recordForms), files: z.number() }))
      .describe('as which files were recognised'),
    found: z.number().describe('records in them'),
    added: z.number(),
    updated: z.number(),
    repeated: z.number().describe('were there already'),
    differs: z.number().describe('there is one of the same name that says something else; it was left'),
    forgotten: z.number().describe('had been forgotten and stay so'),
    skipped: z.number().describe('could not be read or kept'),
    skippedBy: reasons.describe('why, and how often'),
    leftOut: reasons.describe('what is no memory by its nature'),
    untyped: z.number().describe('added without saying what they are for; they got `type`'),
    users: z
      .array(z.object({ user: z.string(), memories: z.number() }))
      .describe('whose memories the files hold, where they say so'),
    records: z
      .array(
        z.object({
          name: z.string(),
          description: z.string(),
          type: z.enum(recordTypes),
          outcome: z.enum(recordOutcomes),
          path: z.string().describe('the file it is from'),
        }),
      )
      .describe('the first of them, but for those that were there already'),
    problems: z
      .array(
        z.object({
          path: z.string(),
          line: z.number().nullable(),
          entry: z.number().nullable().describe('of a JSON array'),
          reason: z.string(),
        }),
      )
      .describe('the first places where something could not be read, and why'),
    dryRun: z.boolean(),
  }),
  stream: 'content',
  handler: async (
    { spine, reach, records, progress, signal },
    { content, name = 'content', files, ...options },
  ) => {
    const report = await importRecords(
      { spine, reach, records },
      content === undefined ? givenFiles(files ?? []) : [{ path: name, content: piecesUnlessText(content) }],
      {
        ...options,
        zone: options.zone ?? spine.zone,
        signal,
        progress: (done) => progress?.({ done, unit: 'records' }),
      },
    )
    const { forms, skipped, leftOut } = report
    if (content !== undefined && forms.length === 0 && skipped === 0) throw nothingKnown(leftOut[0]?.reason)
    return {
      ...report,
      forms: [...forms],
      skippedBy: [...report.skippedBy],
      leftOut: [...leftOut],
      users: [...report.users],
      records: [...report.records],
      problems: [...report.problems],
    }
  },
})

export const exportRecordFiles = defineOperation({
  name: 'record.export',
  looksAtMuch: true,
  looksAtFiles: true,
  title: 'Write the records into files',
  description:
    'The records alone, for people and other programs: as Markdown files with front matter, or as the file of the MCP ' +
    'memory server. record.import takes both back. For a copy of the whole memory, with what was forgotten, use ' +
    'memory.export.',
  example: 'recollect record-export records',
  capability: 'memory.read',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    format: z
      .enum(recordExportForms)
      .default('markdown')
      .describe('markdown: one file a record; server-memory: JSON lines of the MCP memory server'),
  }),
  output: z.object({
    lines: z
      .custom<AsyncIterable<string>>((value) => typeof value === 'object' && value !== null)
      .describe('each with its newline; of markdown a file a line: {"path", "content"}'),
    total: z.number().describe('as many records as there were when it began'),
  }),
  streamsOut: 'lines',
  handler: async ({ reach, records, readLog, progress, signal }, { format }) => {
    const { total } = await records.list(reach, { limit: 1 })
    readLog.record(reach, 'record.export', { records: total })
    const lines = exportRecords(
      { records, reach, signal, progress: (done) => progress?.({ done, unit: 'records', total }) },
      format,
    )
    return { lines, total }
  },
})

function piecesUnlessText(content: ByteSource): GivenFile['content'] {
  return typeof content === 'string' ? content : piecesOnly(content)
}

async function* piecesOnly(content: Exclude<ByteSource, string>): AsyncGenerator<Uint8Array | string> {
  if (content instanceof Uint8Array) yield content
  else yield* content
}

/** Throws `invalid_input` for what is no file, naming its place. */
async function* givenFiles(files: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<GivenFile> {
  let number = 0
  for await (const file of files) {
    const parsed = givenFile.safeParse(file)
    if (!parsed.success) {
      const what = parsed.error.issues[0]?.path.join('.') || 'it'
      throw new MemoryError(
        'invalid_input',
        `files.${number}: ${what} is not as it must be`,
        'give {path, content} each: the content as text, as bytes or as a stream',
      )
    }
    yield { path: parsed.data.path, content: piecesUnlessText(parsed.data.content) }
    number += 1
  }
}

const givenFile = z.object({ path: z.string().min(1).max(4_096), content: byteSource })

function nothingKnown(reason = 'it is empty'): MemoryError {
  const hints = new Map([
    ['conversation', 'import it as what it is: recollect import FILE'],
    ['archive of a store', 'take it in as what it is: recollect import FILE'],
  ])
  return new MemoryError(
    'invalid_input',
    `no memories that can be records: ${reason}`,
    hints.get(reason) ??
      'it reads Markdown (a name that ends in .md, front matter or a heading), exports of mem0, the file of the MCP memory ' +
        'server, and what record.export wrote',
  )
}
