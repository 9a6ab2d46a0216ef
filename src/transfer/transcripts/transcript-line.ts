import { z } from 'zod'
import { archived } from '../../items/archive-table.js'
import { ARTIFACT_MAX_BYTES } from '../../task/artifacts/large-output.js'
import { type EventData, eventTypes } from '../../task/event.js'
import { dataShape } from '../../task/event-data.js'
import { eventProblem } from '../../task/event-problem.js'

/** The form of a transcript's file: a line that says what it is of, then one a place (docs/transcripts.md). */
const TRANSCRIPT_VERSION = 1

/** More than the largest output, each of its characters escaped. */
export const MAX_LINE_BYTES = 400 * 1024 * 1024

/** With which every file begins. */
export const HEADER_BEGINNING = '{"recollect":"transcript",'

const time = z.iso
  .datetime({ precision: 3 })
  .transform((text) => Date.parse(text))
  .pipe(archived.time)

const headerShape = z.strictObject({
  recollect: z.literal('transcript'),
  version: z.int().min(1),
  id: archived.id,
  session: archived.text.min(1).max(10_000),
  channel: archived.text.max(1_000).nullable(),
  createdAt: time,
})

/** A name that only one text has: what comes in otherwise is replaced, as everywhere. */
const word = z.string().max(10_000)

/** An imported role has 64 at most, which small letters can double. */
const ROLE_CHARS = 128

const eventShape = z.strictObject({
  seq: z.int().min(1),
  id: archived.id,
  type: z.enum(eventTypes),
  /** In small letters, as all that is kept: another spelling would be another's. */
  role: word.min(1).max(ROLE_CHARS).toLowerCase(),
  speaker: word.nullish(),
  /** When it happened, where that was said. */
  at: time.optional(),
  recordedAt: time,
  /** The store's own mark of what it is; the same store knows by it what it has forgotten. */
  identity: archived.blob(16).optional(),
  data: dataShape.omit({ artifact: true, blank: true }).optional(),
  /** Its text is an output that was too large to stay; `forgotten`: it is gone, and the event is not. */
  output: z.union([z.literal('forgotten'), z.strictObject({ mediaType: word })]).optional(),
  text: z.string().max(ARTIFACT_MAX_BYTES),
})

/** A place whose event was forgotten, or could not be repaired. */
const goneShape = z.strictObject({
  seq: z.int().min(1),
  gone: z.literal(true),
  type: z.enum(eventTypes).optional(),
})

export type TranscriptHeader = z.output<typeof headerShape>
export type EventLine = z.output<typeof eventShape>
export type GoneLine = z.output<typeof goneShape>

/** What a line says, or what is wrong with it. */
export type ReadLine<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string }

export function readHeaderLine(text: string): ReadLine<TranscriptHeader> {
  const value = parsed(text.replace(/^\uFEFF/, ''))
  if (!value.ok) return value
  const { recollect, version } = value.value as Record<string, unknown>
  if (recollect !== 'transcript') return wrong('does not begin a transcript')
  if (typeof version === 'number' && version > TRANSCRIPT_VERSION)
    return wrong(`is of version ${version}, which a newer Recollect writes`)
  return shaped(headerShape, value.value)
}

export function readEventLine(text: string): ReadLine<EventLine | GoneLine> {
  const value = parsed(text)
  if (!value.ok) return value
  if ('gone' in value.value) return shaped(goneShape, value.value)
  const { data } = value.value as { data?: unknown }
  if (data !== undefined && (hasOwnPrototype(data) || isTooDeep(data)))
    return wrong('has data that no event has')
  const read = shaped(eventShape, value.value)
  if (!read.ok) return read
  const problem = problemOf(read.value)
  if (problem !== undefined) return wrong(problem)
  // As it stands: the schema would put its fields into an order of its own.
  return data === undefined ? read : { ok: true, value: { ...read.value, data: data as EventData } }
}

function problemOf({ type, text, data = {}, output }: EventLine): string | undefined {
  if (output === 'forgotten') return text === '' ? undefined : 'has the text of an output that was forgotten'
  const isApart = output === undefined ? {} : { isApart: true as const }
  return eventProblem({ type, text, data: data as EventData, ...isApart })
}

export function headerLine({
  id,
  session,
  channel,
  createdAt,
}: Omit<TranscriptHeader, 'recollect' | 'version'>): string {
  const header = {
    recollect: 'transcript',
    version: TRANSCRIPT_VERSION,
    id,
    session,
    channel,
    createdAt: iso(createdAt),
  }
  return `${JSON.stringify(header)}\n`
}

export function goneLine(seq: number, type?: string): string {
  return `${JSON.stringify({ seq, gone: true, ...(type === undefined ? {} : { type }) })}\n`
}

/** All of an event's line before its text, which may be long; {@link eventEnd} ends it. */
export function eventBeginning({ at, recordedAt, text: _, ...line }: EventLine): string {
  const { seq, id, type, role, speaker, identity, data, output } = line
  const before = {
    seq,
    id,
    type,
    role,
    ...(speaker === null || speaker === undefined ? {} : { speaker }),
    ...(at === undefined ? {} : { at: iso(at) }),
    recordedAt: iso(recordedAt),
    ...(identity === undefined ? {} : { identity }),
    ...(data === undefined || Object.keys(data).length === 0 ? {} : { data }),
    ...(output === undefined ? {} : { output }),
  }
  return `${JSON.stringify(before).replace(/\}$/, '')},"text":"`
}

/** A piece of an event's text as it stands in its line. */
export function eventText(piece: string): string {
  return JSON.stringify(piece).replace(/^"|"$/g, '')
}

export const eventEnd = '"}\n'

function iso(at: number): string {
  return new Date(at).toISOString()
}

function parsed(text: string): ReadLine<object> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return wrong('is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('is not an object')
  return hasOwnPrototype(value) ? wrong('has a field that no line has') : { ok: true, value }
}

function shaped<T>(shape: z.ZodType<T>, value: unknown): ReadLine<T> {
  const read = shape.safeParse(value)
  if (read.success) return { ok: true, value: read.data }
  const [issue] = read.error.issues
  if (issue?.code === 'unrecognized_keys') return wrong('has a field that no line has')
  const field = issue?.path.map(String).join('.') ?? ''
  return wrong(`is not as a transcript has it${field === '' ? '' : ` (${field})`}`)
}

function wrong(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem }
}

function hasOwnPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')
}

/** Without a call for each level: there may be more levels than calls can lie in each other. */
function isTooDeep(value: unknown): boolean {
  const waiting: [unknown, number][] = [[value, 0]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [one, depth] = next
    if (typeof one !== 'object' || one === null) continue
    if (depth > MOST_LEVELS || Object.hasOwn(one, '__proto__')) return true
    for (const inner of Object.values(one)) waiting.push([inner, depth + 1])
  }
  return false
}

const MOST_LEVELS = 32
