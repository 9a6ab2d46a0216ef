import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { DAY_MS } from '../../text/zone.js'
import { readMoment } from '../moment.js'

/** One thing that happens in the story: a call of an operation, or what was said in a session. */
const step = z
  .strictObject({
    /** On the clock of the wall, wherever that hangs. */
    at: z.string(),
    /** An agent at work for the person; the person in person when absent. */
    agent: z.string().optional(),
    isInWorkspace: z.boolean().default(false),
    do: z.string().optional(),
    input: z.record(z.string(), z.unknown()).default({}),
    session: z.string().optional(),
    channel: z.string().optional(),
    /** `{ user: … }`, `{ assistant: … }`, or an event as `transcript.append` takes it. */
    said: z.array(z.record(z.string(), z.unknown())).optional(),
    /** Names for values of the answer, as paths: `{ home: facts.0 }`. Later steps say `$home`. */
    keep: z.record(z.string(), z.string()).default({}),
  })
  .refine((one) => (one.do === undefined) !== (one.said === undefined), { error: 'either do or said' })

export type Step = Omit<z.output<typeof step>, 'at'> & { readonly at: number }

const storyShape = z.strictObject({
  /** The day on which it ends as it is written, and a bit. */
  ends: z.string(),
  steps: z.array(step),
})

/**
 * The story of the sample, moved by whole weeks so that it ends in the last seven days: weekdays stay what they are, and
 * a date in braces is moved along. `{2026-06-15}` is said as 15 June, `{2026-06-15 zh}` as 6月15日.
 */
export async function readStory(folder: URL, now: number, zone: string): Promise<readonly Step[]> {
  const { parse } = await import('yaml')
  const told: unknown = parse(await readFile(new URL('story.yaml', folder), 'utf8'))
  const { ends, steps } = storyShape.parse(await withFiles(told, folder))
  const weeks = Math.floor((now - readMoment(ends, zone, 'ends')) / WEEK_MS)
  return steps
    .map((one) => ({
      ...(datesMoved(one, weeks) as typeof one),
      at: readMoment(movedBy(one.at, weeks), zone, 'at'),
    }))
    .sort((a, b) => a.at - b.at)
}

const WEEK_MS = 7 * DAY_MS

/** Texts that are files of their own stand in the story as `{ file: NAME }`. */
async function withFiles(value: unknown, folder: URL): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => withFiles(one, folder)))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const [first] = entries
  if (entries.length === 1 && first?.[0] === 'file' && typeof first[1] === 'string')
    return readFile(new URL(first[1], folder), 'utf8')
  const filled = await Promise.all(
    entries.map(async ([name, one]) => [name, await withFiles(one, folder)] as const),
  )
  return Object.fromEntries(filled)
}

function datesMoved(value: unknown, weeks: number): unknown {
  if (typeof value === 'string')
    return value.replace(DATE, (_, date, form) => spoken(movedBy(date, weeks), form))
  if (Array.isArray(value)) return value.map((one) => datesMoved(one, weeks))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, datesMoved(one, weeks)]))
}

const DATE = /\{(\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?)(?: (zh|iso))?\}/g

function movedBy(written: string, weeks: number): string {
  const [date = '', time] = written.split(' ')
  const day = new Date(Date.parse(`${date}T00:00:00Z`) + weeks * WEEK_MS).toISOString().substring(0, 10) // slice-ok: a date
  return time === undefined ? day : `${day}T${time}`
}

function spoken(moved: string, form: string | undefined): string {
  const [, month, day] = moved.split(/[-T]/).map(Number) as [number, number, number]
  if (form === 'iso') return moved
  return form === 'zh' ? `${month}月${day}日` : `${day} ${MONTHS[month - 1]}`
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
