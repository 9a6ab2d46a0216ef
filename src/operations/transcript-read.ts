import { z } from 'zod'
import { MemoryError } from '../errors.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { eventTypes } from '../task/event.js'
import { type KnownSession, knownSession } from '../task/known-session.js'
import { listSessions, placeOfSession, type SessionPlace, sessionsInOrder } from '../task/list-sessions.js'
import { summariseSession } from '../task/summarise-session.js'
import { type PageWanted, readEarlierPage, readTranscriptPage } from '../task/transcript-page.js'
import { type VerifiedSession, verifyTranscript } from '../task/verify-transcript.js'
import { formatMoment } from '../text/zone.js'
import { moment, readMoment, showMoment } from './moment.js'
import { type Call, defineOperation } from './operation.js'
import { eventShape, showEvent } from './transcript-shapes.js'

const session = z
  .string()
  .trim()
  .min(1)
  .max(512)
  .describe('the name of the session, as it was called first; or its title, where one session alone has it')

const sessionShape = z.object({
  session: z.string().describe('what it was called first, by which it is always found'),
  title: z.string().nullable(),
  channel: z.string().nullable(),
})

export const listTranscripts = defineOperation({
  name: 'transcript.sessions',
  looksAtMuch: true,
  title: 'List sessions',
  description:
    'The sessions that have a transcript, the one in which something happened last first, with how much is in each.',
  example: 'recollect transcript sessions --channel terminal',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  toolset: 'task',
  input: z.object({
    channel: z.string().min(1).max(128).optional().describe('only sessions of this channel'),
    limit: z.int().min(1).max(200).default(20).describe('how many at most'),
    before: z.uuid().optional().describe('go on where a list ended: its `next`'),
  }),
  output: z.object({
    sessions: z.array(
      sessionShape.extend({
        id: z.string().describe('finds it too'),
        events: z.number(),
        messages: z.number(),
        firstAt: z.string().nullable(),
        lastAt: z.string().nullable(),
      }),
    ),
    next: z.string().nullable().describe('give it as `before` for older ones; null when these were the last'),
  }),
  handler: async ({ spine, reach, readLog }, query) => {
    const before = query.before === undefined ? undefined : await placeOf(spine, reach, query.before)
    const found = []
    for (const bank of reach.reads)
      found.push(
        ...(await spine.store.read(listSessions, bank, { ...query, before, limit: query.limit + 1 })),
      )
    found.sort((a, b) => b.lastAt - a.lastAt || (a.id < b.id ? 1 : -1))
    const page = found.slice(0, query.limit)
    readLog.record(reach, 'transcript.sessions', { sessions: page.length })
    return {
      sessions: page.map(({ id, name, title, channel, events, messages, firstAt, lastAt }) => ({
        id,
        session: name,
        title,
        channel,
        events,
        messages,
        firstAt: showMoment(firstAt, spine.zone),
        lastAt: showMoment(lastAt, spine.zone),
      })),
      next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
    }
  },
})

export const readTranscript = defineOperation({
  name: 'transcript.read',
  title: 'Replay a session',
  description:
    'What happened in a session, in order, as it was kept. Comes in pages: pass `next` as `after`. What search never shows, ' +
    'the calls of tools and their results, is here.',
  example: 'recollect transcript read support-4711 --types message,tool_call',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  toolset: 'task',
  input: z.object({
    session,
    after: z
      .int()
      .min(0)
      .default(0)
      .describe('only events behind this number: the `next` of the page before'),
    before: z
      .int()
      .min(1)
      .optional()
      .describe('instead: the last events before this number, the `previous` of the page behind'),
    around: z
      .int()
      .min(1)
      .optional()
      .describe('instead: the event of this number with those around it, half of `limit` before it'),
    types: z
      .array(z.enum(eventTypes))
      .max(eventTypes.length)
      .optional()
      .describe('only events of these types'),
    since: moment.optional().describe('only what happened then or later'),
    until: moment.optional().describe('only what happened before'),
    contains: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('only events with this piece of text, also inside a word; case and accents do not matter'),
    limit: z.int().min(1).max(1_000).default(50).describe('how many events at most'),
    maxChars: z
      .int()
      .min(100)
      .max(1_000_000)
      .default(20_000)
      .describe('how much text at most; a first event that is longer is cut, and says its length in `chars`'),
  }),
  output: sessionShape.extend({
    events: z.array(eventShape),
    next: z.number().nullable().describe('give it as `after` to go on; null when these were the last'),
    previous: z
      .number()
      .nullable()
      .describe('give it as `before` for what happened before; null where nothing did'),
  }),
  handler: async ({ spine, reach, readLog, signal }, { session: name, since, until, ...wanted }) => {
    const known = await knownSession(spine, reach, name)
    const { events, next, previous } = await pageOf(spine, known, {
      ...wanted,
      since: readMoment(since, spine.zone, 'since'),
      until: readMoment(until, spine.zone, 'until'),
      signal,
    })
    readLog.record(reach, 'transcript.read', { events: events.length })
    return {
      session: known.name,
      title: known.title,
      channel: known.channel,
      events: events.map(({ event, shown }) => showEvent(event, shown, spine.zone)),
      next,
      previous,
    }
  },
})

interface Wanted extends PageWanted {
  readonly before?: number | undefined
  readonly around?: number | undefined
}

/** A page in one of three directions; it says how to go on in both. */
async function pageOf(spine: Spine, known: KnownSession, { before, around, ...wanted }: Wanted) {
  if (before !== undefined) {
    const { events, previous } = await readEarlierPage(spine, known, { ...wanted, before })
    return { events, previous, next: before - 1 }
  }
  if (around === undefined) {
    const page = await readTranscriptPage(spine, known, wanted)
    return { ...page, previous: wanted.after === 0 ? null : wanted.after + 1 }
  }
  const half = Math.floor(wanted.limit / 2)
  const room = Math.floor(wanted.maxChars / 2)
  const earlier =
    half === 0
      ? { events: [], previous: around }
      : await readEarlierPage(spine, known, { ...wanted, before: around, limit: half, maxChars: room })
  const { events, next } = await readTranscriptPage(spine, known, {
    ...wanted,
    after: around - 1,
    limit: wanted.limit - earlier.events.length,
    maxChars: Math.max(room, MIN_ROOM),
  })
  return { events: [...earlier.events, ...events], previous: earlier.previous, next }
}

const MIN_ROOM = 100

export const summariseTranscript = defineOperation({
  name: 'transcript.summary',
  looksAtMuch: true,
  title: 'What a session came to',
  description:
    'Counts what happened in a session: events by type, tools and their errors, calls without a result, files that were ' +
    'touched, when it was, and what the user asked for last. No model is asked.',
  example: 'recollect transcript summary support-4711',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'read',
  isIdempotent: true,
  toolset: 'task',
  input: z.object({
    session,
    requests: z.int().min(0).max(20).default(3).describe('how many of the latest requests to show'),
  }),
  output: sessionShape.extend({
    counts: z.array(z.object({ type: z.enum(eventTypes), events: z.number() })),
    forgotten: z.number().describe('places whose event was forgotten'),
    firstAt: z.string().nullable(),
    lastAt: z.string().nullable(),
    tools: z
      .array(z.object({ tool: z.string(), calls: z.number(), errors: z.number() }))
      .describe('most used first'),
    openCalls: z.number().describe('calls whose result is not there'),
    files: z
      .array(z.object({ path: z.string(), events: z.number() }))
      .describe('touched last first; 200 at most'),
    artifacts: z.number().describe('outputs that were too large to stay'),
    masked: z.number().describe('secrets and private spans that were taken out'),
    requests: z.array(z.object({ seq: z.number(), at: z.string(), text: z.string() })),
  }),
  handler: async ({ spine, reach, readLog }, { session: name, requests }) => {
    const known = await knownSession(spine, reach, name)
    const summary = await summariseSession(spine, known, requests)
    readLog.record(reach, 'transcript.summary', { sessions: 1 })
    return {
      session: known.name,
      title: known.title,
      channel: known.channel,
      ...summary,
      counts: [...summary.counts],
      tools: summary.tools.slice(0, LISTED),
      files: summary.files.slice(0, LISTED),
      firstAt: showMoment(summary.firstAt, spine.zone),
      lastAt: showMoment(summary.lastAt, spine.zone),
      requests: summary.requests.map(({ seq, at, text }) => ({
        seq,
        at: formatMoment(at, spine.zone),
        text,
      })),
    }
  },
})

const LISTED = 200

export const verifyTranscripts = defineOperation({
  name: 'transcript.verify',
  looksAtMuch: true,
  title: 'Prove that transcripts are whole',
  description:
    'Looks at every event of a session, or of all: that no place is missing, that each event has its item and text, that ' +
    'what stands beside it can be read, and that large outputs are what was kept. Names the first place that is wrong.',
  example: 'recollect transcript verify',
  capability: 'memory.read',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'read',
  isIdempotent: true,
  input: z.object({ session: session.optional().describe('one session; all when absent') }),
  output: z.object({
    isSound: z.boolean(),
    sessions: z.number(),
    events: z.number(),
    forgotten: z.number().describe('places whose event was forgotten: no damage'),
    problems: z
      .array(z.object({ session: z.string(), seq: z.number().nullable(), problem: z.string() }))
      .describe('the first of each session that is not sound'),
  }),
  handler: async (call, { session: name }) => {
    const looked: (VerifiedSession & { readonly session: string })[] = []
    for await (const known of sessionsToLookAt(call, name)) {
      looked.push({ session: known.name, ...(await verifyTranscript(call.spine, known)) })
      call.progress?.({ done: looked.length, unit: 'sessions' })
      call.signal?.throwIfAborted()
    }
    call.readLog.record(call.reach, 'transcript.verify', { sessions: looked.length })
    const problems = looked.flatMap(({ session: at, seq, problem }) =>
      problem === null ? [] : [{ session: at, seq, problem }],
    )
    const sum = (of: (one: VerifiedSession) => number) => looked.reduce((all, one) => all + of(one), 0)
    return {
      isSound: problems.length === 0,
      sessions: looked.length,
      events: sum(({ events }) => events),
      forgotten: sum(({ forgotten }) => forgotten),
      problems,
    }
  },
})

async function* sessionsToLookAt({ spine, reach }: Call, name: string | undefined) {
  if (name !== undefined) {
    yield await knownSession(spine, reach, name)
    return
  }
  for (const bank of reach.reads) {
    for (let after = 0; ; ) {
      const page = await spine.store.read(sessionsInOrder, bank, after, PAGE)
      for (const { rid, name: called } of page) yield { bank, rid, name: called }
      after = page.at(-1)?.rid ?? after
      if (page.length < PAGE) break
    }
  }
}

/** Throws `not_found` where the session at which a list ended is gone. */
async function placeOf(spine: Spine, reach: Reach, id: string): Promise<SessionPlace> {
  for (const bank of reach.reads) {
    const place = await spine.store.read(placeOfSession, bank, id)
    if (place !== undefined) return place
  }
  throw new MemoryError(
    'not_found',
    'the session at which the list ended is not there',
    'list the sessions from the beginning',
  )
}

const PAGE = 100
