import { createHash } from 'node:crypto'
import { z } from 'zod'
import { clip } from '../text/clip.js'
import type { EventData } from './event.js'

/** Whether this is what an event has beside its text, as JSON. */
export function isEventData(data: string): boolean {
  try {
    return dataShape.safeParse(JSON.parse(data)).success
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/**
 * What an event has beside its text, as it can be kept: a word that is longer than any id or path is known by its beginning
 * and its hash, so that a call and its result still belong together.
 */
export function withinWords(data: EventData): EventData {
  const long = WORDS.flatMap((name) => {
    const value = data[name]
    return value === undefined || value.length <= WORD_MAX_CHARS ? [] : [[name, shortened(value)] as const]
  })
  return long.length === 0 ? data : { ...data, ...Object.fromEntries(long) }
}

const WORDS = ['callId', 'tool', 'path', 'key', 'sidechain'] as const
const WORD_MAX_CHARS = 10_000
const SHOWN_CHARS = 64

function shortened(value: string): string {
  return `${clip(value, SHOWN_CHARS)}…${createHash('sha256').update(value, 'utf8').digest('hex')}`
}

const word = z.string().max(WORD_MAX_CHARS)

/** What an event has beside its text. */
export const dataShape = z.strictObject({
  callId: word.optional(),
  tool: word.optional(),
  isError: z.boolean().optional(),
  ending: z.enum(['aborted', 'failed']).optional(),
  path: word.optional(),
  artifact: word.optional(),
  key: word.optional(),
  sidechain: word.optional(),
  isOthers: z.boolean().optional(),
  masked: z.int().min(0).optional(),
  blank: z.string().optional(),
  detail: z.unknown().optional(),
  // A field that is kept and not named here could be read nowhere.
} satisfies Record<keyof EventData, z.ZodType>)
