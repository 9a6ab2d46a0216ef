import { z } from 'zod'
import { clip } from '../text/clip.js'
import { formatNames } from '../transfer/formats.js'
import { importConversation } from '../transfer/import-conversation.js'
import { byteSource } from './byte-source.js'
import { moment, readMoment, zone } from './moment.js'
import { defineOperation } from './operation.js'

const MAX_BYTES = 100_000_000

const reasons = z.array(z.object({ reason: z.string(), count: z.number() }))

export const importMessages = defineOperation({
  name: 'memory.import',
  title: 'Import conversations and notes',
  description:
    'Reads what was said elsewhere: our own JSON lines {role, content, at, speaker, session, channel, id}, sessions of ' +
    'Claude Code and Codex, messages of the AI SDK and of the APIs, exports of ChatGPT, Claude.ai, Slack, Telegram and ' +
    'Discord, chats as text, Markdown notes. Each message becomes a turn at its own time, what agents did an event beside ' +
    'it, each note a thought. Importing again changes nothing.',
  example: 'recollect import chat.jsonl --as-mine',
  capability: 'memory.write',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    content: byteSource,
    format: z.enum(formatNames).optional().describe('the format, where the content does not show it'),
    name: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('the name of the file; it names the session, and settles what prose is'),
    session: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('session of messages that name none; else the name of the file'),
    asMine: z
      .boolean()
      .default(false)
      .describe('you vouch that the `user` turns, and the notes, are your own words'),
    me: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('your name in a chat of several people; only its words are yours'),
    people: z
      .array(z.object({ id: z.string().max(256), names: z.array(z.string().max(256)).min(1).max(8) }))
      .max(200_000)
      .optional()
      .describe('who is who where the content has ids alone, as in a Slack export'),
    keepSecrets: z
      .boolean()
      .default(false)
      .describe('keep secrets and private spans of agents’ transcripts as they are'),
    extract: z
      .boolean()
      .default(false)
      .describe('also read out what the `user` turns and the notes state: facts, people, decisions'),
    dryRun: z.boolean().default(false).describe('say what would happen, without writing'),
    zone: zone.optional().describe('time zone of times that name none'),
    dayFirst: z.boolean().optional().describe('read 8/5/2023 as 8 May; else as the file itself shows'),
    at: moment.optional().describe('when a note was written that does not say so'),
    maxBytes: z
      .int()
      .min(1)
      .default(MAX_BYTES)
      .describe('longer content is refused where it goes on past this'),
  }),
  output: z.object({
    format: z.string().describe('as it was recognised'),
    messages: z.number(),
    notes: z.number(),
    events: z.number().describe('what agents did: calls and results of tools, reasoning, files, titles'),
    added: z.number(),
    repeated: z.number().describe('were there already'),
    forgotten: z.number().describe('had been forgotten and stay so'),
    skipped: z.number().describe('could not be read'),
    skippedBy: reasons.describe('why, and how often'),
    problems: z
      .array(
        z.object({
          line: z.number().nullable(),
          entry: z.number().nullable().describe('of a JSON array: a conversation, say'),
          reason: z.string(),
        }),
      )
      .describe('the first places where something could not be read, and why'),
    leftOut: reasons.describe('what is no memory by its nature, e.g. the output of tools'),
    masked: z.number().describe('secrets that were masked, and private spans that were dropped'),
    remarks: z.array(z.string()).describe('what was assumed'),
    sessions: z.number(),
    firstAt: z.string().nullable(),
    lastAt: z.string().nullable(),
    dryRun: z.boolean(),
  }),
  stream: 'content',
  handler: async ({ spine, reach, progress, signal }, { content: source, at, people, ...options }) => {
    const report = await importConversation(spine, reach, source, {
      ...options,
      session: options.session ?? sessionNamed(options.name),
      zone: options.zone ?? spine.zone,
      people: people === undefined ? undefined : new Map(people.map(({ id, names }) => [id, names])),
      at: readMoment(at, spine.zone, 'at'),
      signal,
      progress: (messages) => progress?.({ done: messages, unit: 'messages' }),
    })
    const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())
    return {
      ...report,
      skippedBy: [...report.skippedBy],
      problems: [...report.problems],
      leftOut: [...report.leftOut],
      remarks: [...report.remarks],
      firstAt: iso(report.firstAt),
      lastAt: iso(report.lastAt),
    }
  },
})

/** A file's name without its extension. */
function sessionNamed(name: string | undefined): string {
  const base = name?.split(/[\\/]/).at(-1) ?? ''
  const dot = base.lastIndexOf('.')
  return clip(base, Math.min(dot > 0 ? dot : base.length, SESSION_MAX_CHARS)) || 'conversation'
}

const SESSION_MAX_CHARS = 200
