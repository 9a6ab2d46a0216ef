import { z } from 'zod'
import { importConversation } from '../transfer/import-conversation.js'
import type { ByteSource } from '../transfer/lines.js'
import { zone } from './moment.js'
import { defineOperation } from './operation.js'

/** Text, or a stream of it; a terminal and an HTTP body stream, MCP sends text. */
const content = z.custom<ByteSource>(
  (value) =>
    typeof value === 'string' ||
    (typeof value === 'object' &&
      value !== null &&
      (Symbol.asyncIterator in value || Symbol.iterator in value)),
  { error: 'give the lines as text or as a stream' },
)

export const importMessages = defineOperation({
  name: 'memory.import',
  title: 'Import a conversation',
  description:
    'Reads a conversation, one JSON message a line: {role, content, at, speaker, session, channel, id}; all but role ' +
    'and content may be absent. Each message becomes a turn at its own time. Importing again changes nothing.',
  example: 'recollect import chat.jsonl --as-mine',
  capability: 'memory.write',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    content,
    session: z
      .string()
      .min(1)
      .max(512)
      .default('conversation')
      .describe('session of messages that name none; in a terminal the name of the file'),
    asMine: z.boolean().default(false).describe('you vouch that the `user` turns are your own words'),
    dryRun: z.boolean().default(false).describe('say what would happen, without writing'),
    zone: zone.optional().describe('time zone of times that name none'),
  }),
  output: z.object({
    messages: z.number(),
    added: z.number(),
    repeated: z.number().describe('were there already'),
    forgotten: z.number().describe('had been forgotten and stay so'),
    skipped: z.number(),
    problems: z
      .array(z.object({ line: z.number(), reason: z.string() }))
      .describe('the first lines skipped, and why'),
    sessions: z.number(),
    firstAt: z.string().nullable(),
    lastAt: z.string().nullable(),
    dryRun: z.boolean(),
  }),
  stream: 'content',
  handler: async ({ spine, reach, progress, signal }, { content: source, ...options }) => {
    const report = await importConversation(spine, reach, source, {
      ...options,
      zone: options.zone ?? spine.zone,
      signal,
      progress: (messages) => progress?.({ done: messages, unit: 'messages' }),
    })
    const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
    const { firstAt, lastAt, problems } = report
    return { ...report, problems: [...problems], firstAt: iso(firstAt), lastAt: iso(lastAt) }
  },
})
