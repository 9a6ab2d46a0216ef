import { parseMoment } from '../text/parse-moment.js'
import type { Problem } from './problem.js'

export type ReadTime =
  | { readonly ok: true; readonly at: number | null }
  | { readonly ok: false; readonly problem: Problem }

/** A time as exports write it: ISO 8601, or seconds or milliseconds since 1970; null where there is none. */
export function readTime(value: unknown, zone: string, dayFirst?: boolean): ReadTime {
  if (value === null || value === undefined || value === 0 || value === '') return { ok: true, at: null }
  const isPlain = typeof value === 'string' || typeof value === 'number'
  const options = dayFirst === undefined ? { zone } : { zone, dayFirst }
  const at = isPlain ? parseMoment(String(value), options) : undefined
  if (at !== undefined) return { ok: true, at }
  // Never String() of an object: one from outside may have a toString that is no function.
  const shown = isPlain ? String(value) : typeof value
  return { ok: false, problem: { reason: 'at', detail: `not a time that can be understood: ${shown}` } }
}
