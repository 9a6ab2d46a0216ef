import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { isPerson } from '../reach.js'
import type { EventDraft } from '../task/event.js'
import { originOf } from '../transfer/conversation-message.js'
import { appendStating } from '../transfer/transcripts/append-stating.js'
import { cleanDraft } from '../transfer/transcripts/clean-draft.js'
import { readMoment } from './moment.js'
import { type Call, defineOperation } from './operation.js'
import { readClosedTasksNowAndThen } from './read-closed-tasks.js'
import { type EventInput, eventInput, sessionName } from './transcript-shapes.js'

const MAX_EVENTS = 1_000
/** What is prepared lies in memory at once. */
const MAX_CHARS = 16_000_000

export const appendToTranscript = defineOperation({
  name: 'transcript.append',
  title: 'Append what happened to a session',
  description:
    'Keeps what was said and done in a session, in order: messages, reasoning, calls of tools and what came of them, files ' +
    'as they were, a title. All of a call or nothing. What a user says is read for what it states, as in a note; ' +
    'messages and files are found by search. <private> spans are dropped, and secrets masked, before anything is kept.',
  example: 'recollect transcript append --session support-4711 "I moved to Oslo in March"',
  capability: 'memory.write',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'write',
  isIdempotent: false,
  toolset: 'task',
  input: z.object({
    session: sessionName,
    channel: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .describe('where a new session takes place: terminal, web, telegram …'),
    events: z.array(eventInput).min(1).max(MAX_EVENTS).describe('in the order in which they happened'),
  }),
  output: z.object({
    session: z.string(),
    events: z
      .array(
        z.object({
          id: z.string().nullable().describe('null for one that was forgotten'),
          seq: z.number().nullable().describe('its place in the session, from 1'),
          outcome: z
            .enum(['appended', 'repeated', 'forgotten'])
            .describe('repeated: it was there under its key; forgotten: it was, and stays gone'),
          masked: z.number().describe('secrets masked and private spans dropped'),
          artifact: z.string().nullable().describe('where a text is that was too large to stay'),
        }),
      )
      .describe('in the order of the events'),
    facts: z.array(z.string()).describe('ids of the facts that were read out of the user’s messages'),
  }),
  handler: async (call, { session, channel, events }) => {
    if (events.reduce((sum, { text }) => sum + text.length, 0) > MAX_CHARS) {
      throw new MemoryError(
        'too_large',
        `the events have more than ${MAX_CHARS.toLocaleString('en-US')} characters together`,
        'append them in several calls; each event with a key, and a call can be repeated',
      )
    }
    const drafts = events.map((event) => cleanDraft(draftOf(call, event)))
    const name = { name: session, channel: channel ?? null }
    readClosedTasksNowAndThen(call)
    const { outcomes, facts } = await appendStating(call.spine, call.reach, name, drafts)
    return {
      session,
      events: outcomes.map((one, index) => ({
        id: one.outcome === 'forgotten' ? null : one.id,
        seq: one.outcome === 'forgotten' ? null : one.seq,
        outcome: one.outcome,
        masked: drafts[index]?.data.masked ?? 0,
        artifact: one.outcome === 'forgotten' ? null : (one.artifact ?? null),
      })),
      facts: [...facts],
    }
  },
})

function draftOf({ spine, reach }: Call, event: EventInput): EventDraft {
  const { type, text, at, key, sidechain } = event
  const role = roleOf(event)
  return {
    type,
    text,
    role,
    speaker: 'speaker' in event ? (event.speaker ?? null) : null,
    at: readMoment(at, spine.zone, 'at') ?? null,
    // What a sub-agent is told, the agent that called it says.
    origin:
      role === 'user' && sidechain !== undefined
        ? 'assistant'
        : originOf(role, isPerson(reach.actor.audience)),
    data: {
      ...('callId' in event && event.callId !== undefined ? { callId: event.callId } : {}),
      ...('tool' in event && event.tool !== undefined ? { tool: event.tool } : {}),
      ...('isError' in event && event.isError !== undefined ? { isError: event.isError } : {}),
      ...('ending' in event && event.ending !== undefined ? { ending: event.ending } : {}),
      ...('path' in event && event.path !== undefined ? { path: event.path } : {}),
      ...(key === undefined ? {} : { key }),
      ...(sidechain === undefined ? {} : { sidechain }),
    },
    ...('mediaType' in event && event.mediaType !== undefined ? { mediaType: event.mediaType } : {}),
  }
}

function roleOf(event: EventInput): string {
  if (event.type === 'message') return event.role
  if (event.type === 'title') return 'system'
  return event.type === 'tool_result' || event.type === 'file_snapshot' ? 'tool' : 'assistant'
}
