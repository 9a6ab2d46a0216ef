import { z } from 'zod'
import type { ByteSource } from '../transfer/lines.js'

/** Text, or a stream of it: a terminal and an HTTP body stream. */
export const byteSource = z.custom<ByteSource>(
  (value) =>
    typeof value === 'string' ||
    (typeof value === 'object' &&
      value !== null &&
      (Symbol.asyncIterator in value || Symbol.iterator in value)),
  { error: 'give the lines as text or as a stream' },
)
