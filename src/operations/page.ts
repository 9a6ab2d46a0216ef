import { z } from 'zod'
import { MemoryError } from '../errors.js'

/**
 * Lists come in pages by key: a page begins behind the row with which the one before ended, whatever was added or forgotten
 * meanwhile. What is handed out as `next` says of which list it is; nobody has to understand it.
 *
 * @example
 * const pages = pagesOf('memory.recalls', z.tuple([z.int(), z.string()]))
 * const place = pages.read(input.after)
 * const { rows, next } = pages.cut(found, limit, ({ at, id }) => [at, id]) // found: one more than the page holds, if there is
 */
export function pagesOf<P extends readonly (string | number)[]>(list: string, place: z.ZodType<P>): Pages<P> {
  const next = (last: P | undefined) =>
    last === undefined ? null : Buffer.from(JSON.stringify([list, ...last])).toString('base64url')
  return {
    read: (after) => (after === undefined ? undefined : readPlace(list, place, after)),
    next,
    cut: (rows, limit, placeOf) => {
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return { rows: shown, next: next(last === undefined ? undefined : placeOf(last)) }
    },
  }
}

export interface Pages<P> {
  /** Undefined at the beginning of the list. Throws `invalid_input` for what is no `next` of this list. */
  read(after: string | undefined): P | undefined
  /** @param last where the page ended; undefined where nothing follows it */
  next(last: P | undefined): string | null
  /** A page of rows of which one more than it holds was looked for. */
  cut<R>(
    rows: readonly R[],
    limit: number,
    placeOf: (row: R) => P,
  ): { rows: readonly R[]; next: string | null }
}

/** The input field with which a list goes on. */
export const pageAfter = z.string().max(400).optional().describe('go on where a list ended: its `next`')

/** The output field that says where. */
export const pageNext = z.string().nullable().describe('give it as `after` for more; null at the end')

function readPlace<P>(list: string, place: z.ZodType<P>, after: string): P {
  const [name, ...found] = parsed(after)
  const read = place.safeParse(found)
  if (name === list && read.success) return read.data
  throw new MemoryError(
    'invalid_input',
    `after: not a place in this list`,
    'give the `next` of the page before, as it is, and leave it out for the first page',
  )
}

/** Nothing for what was never handed out. */
function parsed(after: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(after, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
