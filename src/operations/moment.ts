import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { parseMoment } from '../text/parse-moment.js'

/** A time as a caller gives it: ISO 8601, a date as people write it, or milliseconds since 1970. */
export const moment = z.union([z.string().max(100), z.number()])

/** Milliseconds UTC. Throws `invalid_input`. */
export function readMoment(value: string | number, zone: string, field: string): number {
  const at = typeof value === 'number' ? value : parseMoment(value, { zone })
  if (at !== undefined && Number.isSafeInteger(Math.round(at))) return Math.round(at)
  throw new MemoryError(
    'invalid_input',
    `${field}: not a time: ${value}`,
    'give it like 2026-03-01 or 2026-03-01T09:30',
  )
}
