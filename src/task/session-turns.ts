import { MemoryError } from '../errors.js'
import type { Doomed } from '../items/forget.js'
import { identityOf } from '../items/identity.js'
import type { ItemId } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { all, column, type Tx } from '../store/statement.js'
import { wellFormed } from '../text/well-formed.js'

/**
 * The turns of the conversation of this name, for forgetting all of it. Throws `not_found`; `conflict` where several
 * have the name, which a title may be.
 */
export function turnsOfSession(spine: Spine, { writes: bank }: Reach, name: string): Doomed {
  const key = identityOf(spine.identityKey, [bank, 'session', wellFormed(name)])
  let found: number | undefined
  return function* find(limit, isFirst): Tx<readonly ItemId[]> {
    if (isFirst) found = yield* findSession(bank, wellFormed(name), key)
    return yield* column<ItemId>(sql`
      select i.id from turn t join item i on i.bank = t.bank and i.rid = t.item_rid
      where t.bank = ${bank} and t.session_rid = ${found ?? null} and t.item_rid is not null
      order by t.seq desc limit ${limit}`)
  }
}

/** By what it is known by, which mostly is its name; else by its title. */
function* findSession(bank: string, name: string, key: Uint8Array): Tx<number> {
  const rows = yield* all<{ rid: number; is_key: number }>(sql`
    select rid, case when name_key = ${key} then 1 else 0 end as is_key from session
    where bank = ${bank} and (name_key = ${key} or name = ${name}) order by is_key desc, rid`)
  const [first, second] = rows
  if (first === undefined) {
    throw new MemoryError(
      'not_found',
      'no conversation has this name',
      'give its whole name, as a hit shows it in turn.session',
    )
  }
  if (first.is_key === 0 && second !== undefined) {
    throw new MemoryError(
      'conflict',
      `${rows.length} conversations have this name`,
      'forget their turns by id, or change the import that named them alike',
    )
  }
  return first.rid
}
