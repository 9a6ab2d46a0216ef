import { z } from 'zod'
import { origins, trusts } from '../items/item.js'
import { eventTypes, type SessionEvent } from '../task/event.js'
import { TITLE_MAX_CHARS } from '../task/session-turns.js'
import { formatMoment } from '../text/zone.js'
import { moment } from './moment.js'

/** How a session is named by a caller. */
export const sessionName = z
  .string()
  .trim()
  .min(1)
  .max(512)
  .describe('the name of the session; what is appended to one that is not there makes it')

const common = {
  text: z.string().describe('may be empty where the type says enough'),
  at: moment.optional().describe('when it happened; now when absent'),
  key: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe('your own name of the event: the same key once more is the same event, and adds nothing'),
  sidechain: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe(
      'the session of the sub-agent that it belongs to; it is kept as evidence, and never found by search',
    ),
}

const call = {
  tool: z.string().min(1).max(256).optional().describe('the tool'),
  callId: z.string().min(1).max(256).optional().describe('by which a call and its result belong together'),
  path: z.string().min(1).max(4_096).optional().describe('the file that it is about'),
}

const speaker = z.string().min(1).max(256).optional().describe('who it was, where several speak')

const ending = z
  .enum(['aborted', 'failed'])
  .optional()
  .describe('where it has no end: it was given up, or it broke off; the text is what came of it')

/** An event as a caller appends it. Whatever else it says of itself is refused: numbers and ids are the store's. */
export const eventInput = z.discriminatedUnion(
  'type',
  [
    strict({
      type: z.literal('message'),
      role: z.enum(['user', 'assistant', 'system']),
      speaker,
      ending,
      ...common,
    }),
    strict({ type: z.literal('reasoning'), ending, ...common }),
    strict({
      type: z.literal('tool_call'),
      ...call,
      ...common,
      text: text('its arguments, as the model wrote them'),
    }),
    strict({
      type: z.literal('tool_result'),
      ...call,
      ...common,
      isError: z.boolean().optional().describe('whether the tool failed'),
      mediaType: z.string().max(256).optional().describe('of a large output, like application/json'),
    }),
    strict({
      type: z.literal('file_snapshot'),
      path: z.string().min(1).max(4_096).describe('the file'),
      ...common,
      text: text('what stood in it'),
    }),
    strict({
      type: z.literal('title'),
      ...common,
      text: z.string().min(1).max(TITLE_MAX_CHARS).describe('what the session is called'),
    }),
  ],
  {
    error: ({ input }) => {
      const { type, content } = (input ?? {}) as { readonly type?: unknown; readonly content?: unknown }
      if (MADE_HERE.has(String(type))) return 'Recollect makes events of this type itself'
      if (type !== undefined) return `type is one of ${TYPES}`
      return `type is missing: one of ${TYPES}${content === undefined ? '' : '; content is called text here'}`
    },
  },
)

export type EventInput = z.output<typeof eventInput>

const TYPES = 'message, reasoning, tool_call, tool_result, file_snapshot, title'

const MADE_HERE: ReadonlySet<string> = new Set(['recall', 'compaction'])

function strict<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys.map(sayUnknown).join('; ') : undefined,
  })
}

function sayUnknown(key: string): string {
  const why = SET_HERE.get(key)
  return `there is no field ${key}${why === undefined ? '' : `: ${why}`}`
}

const SET_HERE: ReadonlyMap<string, string> = new Map([
  ['id', 'the store gives events their ids; give your own as key'],
  ['seq', 'the store numbers events in the order in which they come'],
  ['origin', 'who says what follows from the type, the role and who calls'],
  ['trust', 'how far something is believed follows from who says it'],
  ['data', 'give tool, callId, path and isError beside the text'],
  ['artifact', 'the store itself makes an artifact of an output that is too large'],
  ['content', 'give it as text'],
  ['arguments', 'give them as text'],
  ['timestamp', 'give it as at'],
])

function text(what: string) {
  return z.string().default('').describe(what)
}

export const eventShape = z.object({
  seq: z.number().describe('its place in the session, from 1'),
  id: z.string(),
  type: z.enum(eventTypes),
  role: z.string(),
  speaker: z.string().nullable(),
  text: z.string(),
  chars: z.number().describe('of the whole text: more than are shown where the page was full'),
  at: z.string(),
  recordedAt: z.string(),
  origin: z.enum(origins),
  trust: z.enum(trusts),
  tool: z.string().nullable(),
  callId: z.string().nullable(),
  path: z.string().nullable(),
  isError: z.boolean().nullable(),
  ending: z
    .enum(['aborted', 'failed'])
    .nullable()
    .describe('of words that have no end; null where they have'),
  artifact: z.string().nullable().describe('where the whole of a large output is: artifact.read'),
  sidechain: z.string().nullable(),
  masked: z.number().describe('secrets and private spans that were taken out before it was kept'),
})

/** An event as it leaves. `text`: as much of it as is shown. */
export function showEvent(
  { data, text: whole, at, recordedAt, ...event }: SessionEvent,
  shown: string,
  zone: string,
): z.input<typeof eventShape> {
  return {
    ...event,
    text: shown,
    chars: whole.length,
    at: formatMoment(at, zone),
    recordedAt: formatMoment(recordedAt, zone),
    tool: data.tool ?? null,
    callId: data.callId ?? null,
    path: data.path ?? null,
    isError: data.isError ?? null,
    ending: data.ending ?? null,
    artifact: data.artifact ?? null,
    sidechain: data.sidechain ?? null,
    masked: data.masked ?? 0,
  }
}
