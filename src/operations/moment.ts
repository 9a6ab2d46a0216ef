import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { parseMoment } from '../text/parse-moment.js'
import { formatMoment, isZone } from '../text/zone.js'

/** A time as a caller gives it: ISO 8601, a date as people write it, or milliseconds since 1970. */
export const moment = z.union([z.string().max(100), z.number()])

/** A time zone as a caller gives it: an IANA name, `UTC` or an offset. */
export const zone = z
  .string()
  .max(64)
  .refine(isZone, { error: 'not a time zone: give an IANA name like Europe/Lisbon' })

/** Milliseconds UTC; undefined where nothing was given. Throws `invalid_input`. */
export function readMoment(value: string | number, zone: string, field: string): number
export function readMoment(
  value: string | number | undefined,
  zone: string,
  field: string,
): number | undefined
export function readMoment(
  value: string | number | undefined,
  zone: string,
  field: string,
): number | undefined {
  if (value === undefined) return undefined
  const at = typeof value === 'number' ? value : parseMoment(value, { zone })
  if (isMoment(at)) return Math.round(at)
  throw new MemoryError(
    'invalid_input',
    `${field}: not a time: ${value}`,
    'give it like 2026-03-01 or 2026-03-01T09:30',
  )
}

/** Whether it is a time that can be shown, in milliseconds UTC. */
export function isMoment(at: unknown): at is number {
  return typeof at === 'number' && at >= YEAR_1 && at < YEAR_10000
}

/** ISO 8601 with the zone's offset; null where the time is not known. */
export function showMoment(at: number | null, zone: string): string | null {
  return at === null ? null : formatMoment(at, zone)
}

// Beyond four digits of a year, systems no longer agree on how a time is written; far beyond, none can be shown.
const YEAR_1 = -62_135_596_800_000
const YEAR_10000 = 253_402_300_800_000
