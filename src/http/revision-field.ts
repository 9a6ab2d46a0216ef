import { z } from 'zod'
import type { Operation } from '../operations/operation.js'

/**
 * The input field in which an operation takes the revision that its caller has seen, where what it changes has one: it is
 * compared within the transaction of the change. `If-Match` is the same, said in a header.
 */
export function revisionField({ input }: Operation): string | undefined {
  if (!(input instanceof z.ZodObject)) return undefined
  return ['revision', 'expectedRevision'].find((name) => Object.hasOwn(input.shape, name))
}
