import { z } from 'zod'
import type { ByteSource } from '../transfer/lines.js'

/** Several files, one after the other: each is checked when it is its turn. */
export const fileSource = z
  .custom<Iterable<unknown> | AsyncIterable<unknown>>(
    (value) => typeof value === 'object' && isIterable(value),
  )
  .meta({
    type: 'array',
    items: {
      type: 'object',
      properties: { path: { type: 'string' }, content: { type: 'string' } },
      required: ['path', 'content'],
    },
  })

/** Text, or a stream of it: a terminal and an HTTP body stream. */
export const byteSource = z.custom<ByteSource>(
  (value) => typeof value === 'string' || (typeof value === 'object' && isIterable(value)),
  { error: 'give the lines as text or as a stream' },
)

function isIterable(value: object | null): boolean {
  return value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value)
}
