import { MemoryError } from '../errors.js'
import { itemsOfEntity } from '../graph/items-of-entity.js'
import type { Doomed } from '../items/forget.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { turnsOfSession } from '../task/session-turns.js'
import { namedEntity } from './graph-shapes.js'

export interface ForgetTarget {
  readonly id?: string | undefined
  readonly session?: string | undefined
  readonly entity?: string | undefined
}

/** What a caller wants forgotten. Throws `invalid_input` unless it is exactly one thing. */
export async function forgetTarget(
  spine: Spine,
  reach: Reach,
  { id, session, entity }: ForgetTarget,
): Promise<string | Doomed> {
  const given = [id, session, entity].filter((one) => one !== undefined)
  if (given.length !== 1) {
    throw new MemoryError(
      'invalid_input',
      `memory.forget: ${given.length === 0 ? 'nothing is named' : 'more than one thing is named'}`,
      'give exactly one of id, session, entity',
    )
  }
  if (session !== undefined) return turnsOfSession(spine, reach, session)
  return entity === undefined ? (id as string) : itemsOfEntity(spine, reach, namedEntity(entity))
}
