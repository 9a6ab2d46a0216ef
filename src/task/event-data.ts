import { z } from 'zod'
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

const word = z.string().max(10_000)

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
