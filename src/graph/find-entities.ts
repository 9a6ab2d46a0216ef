import type { Spine } from '../items/spine.js'
import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import { entityName, isSelf, speakerKey } from './entity-name.js'
import { namedAtAll, namedSo } from './name-entities.js'

/**
 * Who is called so, by row number: the one that bears the name, else all that have it as a part. The user is also known
 * as `you` and `me`.
 */
export function* findEntities(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  name: string,
): Tx<readonly number[]> {
  const { key } = entityName(spine, bank, name)
  const called = yield* namedAtAll(bank, key)
  const own = called.find(({ of_rid }) => of_rid === null)
  if (own !== undefined) return [own.rid]
  if (called.length > 0) return [...new Set(called.map(({ rid }) => rid))]
  if (!isSelf(name)) return []
  const speaker = yield* namedSo(bank, speakerKey(spine, bank))
  return speaker === undefined ? [] : [speaker.rid]
}

/** Of an id: the entity's row number, or that of the one it was merged into, which is in turn merged into none. */
export function* findEntityById(bank: string, id: string): Tx<number | undefined> {
  const found = yield* get<{ rid: number }>(
    sql`select coalesce(merged_rid, rid) as rid from entity where bank = ${bank} and id = ${id}`,
  )
  return found?.rid
}
