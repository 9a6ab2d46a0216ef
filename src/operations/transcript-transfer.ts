import { resolve } from 'node:path'
import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { exportedEvents, lastSeq } from '../task/exported-events.js'
import { knownSession } from '../task/known-session.js'
import { rereadFile } from '../transfer/archive/reread.js'
import { importTranscript } from '../transfer/transcripts/import-transcript.js'
import { repairTranscript } from '../transfer/transcripts/repair-transcript.js'
import { writeTranscript } from '../transfer/transcripts/write-transcript.js'
import { byteSource } from './byte-source.js'
import { defineOperation } from './operation.js'
import { rereadGiven } from './reread-given.js'

const path = z
  .string()
  .min(1)
  .max(4_096)
  .refine((name) => !name.includes('\0'), { error: 'a path holds no NUL' })

const session = z.string().trim().min(1).max(512).describe('the name of the session, or its title')

export const exportTranscript = defineOperation({
  name: 'transcript.export',
  looksAtMuch: true,
  title: 'Write a session into a file',
  description:
    'A session as JSON lines, one event a line, with numbers, ids and the whole of large outputs: transcript.import makes ' +
    'the same session of it elsewhere. Others may write meanwhile.',
  example: 'recollect transcript export support-4711 --out support.jsonl',
  capability: 'memory.read',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    session,
    after: z
      .int()
      .min(0)
      .default(0)
      .describe('only events behind this number, for a file that ends there; it then has no first line'),
    afterId: z
      .uuid()
      .optional()
      .describe('the id of the event that the file ends with: another one there is refused'),
    hasHeader: z.boolean().default(false).describe('the file begins with its first line already'),
    follow: z.boolean().default(false).describe('go on with what comes, until it is stopped'),
  }),
  output: z.object({
    lines: z
      .custom<AsyncIterable<string>>((value) => typeof value === 'object' && value !== null)
      .describe('pieces of text: the lines, each with its newline'),
    session: z.string(),
    id: z.string().describe('of the session'),
    lastSeq: z.number().describe('the last number when it began'),
  }),
  streamsOut: 'lines',
  handler: async (
    { spine, reach, readLog, progress, signal },
    { session: name, after, afterId, hasHeader, follow },
  ) => {
    const known = await knownSession(spine, reach, name)
    const last = await spine.store.read(lastSeq, known.bank, known.rid)
    if (after > 0) {
      const [there] = await spine.store.read(exportedEvents, known.bank, known.rid, after - 1, 1)
      const isOther =
        afterId !== undefined && there?.id !== undefined && there.id !== null && there.id !== afterId
      if (there === undefined || isOther) throw anotherFile(after)
    }
    readLog.record(reach, 'transcript.export', { events: last - after })
    const lines = writeTranscript(spine, known, {
      after,
      hasHeader: hasHeader || after > 0,
      until: follow ? undefined : last,
      signal,
      progress: (done) => progress?.({ done, unit: 'events', ...(follow ? {} : { total: last - after }) }),
    })
    return { lines, session: known.name, id: known.id, lastSeq: last }
  },
})

function anotherFile(seq: number): MemoryError {
  return new MemoryError(
    'conflict',
    `event ${seq} of the file is not event ${seq} of this session`,
    'give the file of another session another name',
  )
}

const torn = z
  .object({
    line: z.number(),
    at: z.number().describe('its first byte, from 0'),
    bytes: z.number(),
  })
  .nullable()
  .describe('bytes at the end that are no whole line: they were left out, and the file still has them')

export const takeTranscript = defineOperation({
  name: 'transcript.import',
  title: 'Take a session in from its file',
  description:
    'Reads what transcript.export wrote: the same session, with numbers and ids. Importing again changes nothing, and what ' +
    'was forgotten stays so. A damaged line or a missing number changes nothing either, and is named; a torn end is left ' +
    'out and told. What the file has as yours is imported text, unless you vouch for it.',
  example: 'recollect transcript import support.jsonl',
  capability: 'memory.write',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    content: byteSource.optional(),
    file: path.optional().describe('or the path of the file, which is read where it lies'),
    asMine: z
      .boolean()
      .default(false)
      .describe('you vouch that what the `user` said in it are your own words'),
    dryRun: z.boolean().default(false).describe('check all of it, without writing'),
  }),
  output: z.object({
    session: z.string(),
    events: z.number(),
    added: z.number(),
    present: z.number().describe('were there already'),
    forgotten: z.number().describe('had been forgotten, and stay so'),
    torn,
  }),
  stream: 'content',
  localPaths: ['file'],
  handler: async ({ spine, reach, progress, signal }, { content, file, ...options }) => {
    if ((content === undefined) === (file === undefined))
      throw new MemoryError(
        'invalid_input',
        'give the content of a transcript, or its file',
        'one of the two',
      )
    const source = await rereadGiven(spine, { content, file })
    try {
      return await importTranscript(spine, reach, source, {
        ...options,
        signal,
        progress: (done) => progress?.({ done, unit: 'events' }),
      })
    } finally {
      await source.close()
    }
  },
})

export const repairTranscriptFile = defineOperation({
  name: 'transcript.repair',
  title: 'Make a damaged file of a session sound',
  description:
    'Keeps of a file what can be read, as it is, and puts the rest into FILE.damaged: no byte is lost. The place of an event ' +
    'that cannot be read says that it is gone, so that the numbers go on. Writes no memory.',
  example: 'recollect transcript repair support.jsonl --dry-run',
  capability: 'memory.write',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli'],
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    file: path.describe('the file of a session'),
    session: z
      .string()
      .trim()
      .min(1)
      .max(512)
      .optional()
      .describe('what the session is called, where the first line of the file cannot be read'),
    dryRun: z.boolean().default(false).describe('say what would happen, without writing'),
  }),
  output: z.object({
    file: z.string(),
    isSound: z.boolean().describe('whether it was before'),
    events: z.number(),
    missing: z.number().describe('numbers that were left out; their places say that their event is gone'),
    damaged: z
      .array(z.object({ line: z.number(), at: z.number(), bytes: z.number(), problem: z.string() }))
      .describe('the first hundred lines that could not be used, and why'),
    damagedBytes: z.number(),
    damagedFile: z.string().nullable().describe('where those bytes are, or would be'),
  }),
  handler: async ({ spine }, { file, session: called, dryRun }) => {
    const target = resolve(file)
    const source = await rereadFile(target)
    try {
      const report = await repairTranscript(source, {
        file: target,
        session: called,
        dryRun,
        newId: () => spine.env.newId(),
        now: () => spine.env.now(),
      })
      return {
        file: target,
        ...report,
        damaged: [...report.damaged],
      }
    } finally {
      await source.close()
    }
  },
})
