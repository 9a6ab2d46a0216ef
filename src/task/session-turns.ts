import { MemoryError } from '../errors.js'
import type { Doomed } from '../items/forget.js'
import { identityOf } from '../items/identity.js'
import type { ItemId } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { type Sql, sql } from '../store/sql.js'
import { column, get, type Tx } from '../store/statement.js'
import { wellFormed } from '../text/well-formed.js'

/**
 * The turns of the conversation of this name, for forgetting all of it. Throws `not_found`; `conflict` where several
 * have the name, which a title may be.
 */
export async function turnsOfSession(spine: Spine, { writes: bank }: Reach, name: string): Promise<Doomed> {
  // Once: with its last turn the conversation goes, and another may have the name by then.
  const session = await sessionOf(spine, bank, name)
  return function* find(limit): Tx<readonly ItemId[]> {
    return yield* column<ItemId>(sql`
      select i.id from turn t join item i on i.bank = t.bank and i.rid = t.item_rid
      where t.bank = ${bank} and t.session_rid = ${session} and t.item_rid is not null
      order by t.seq desc limit ${limit}`)
  }
}

/** The row number of the conversation of this name. Throws `not_found`; `conflict` where several have the name. */
export function sessionOf(spine: Spine, bank: string, name: string): Promise<number> {
  const key = identityOf(spine.identityKey, [bank, 'session', wellFormed(name)])
  return spine.store.read(findSession, bank, wellFormed(name), key)
}

/**
 * By what it is known by, which mostly is its name; else by its id, else by its title, as its source gave it or as an event says it. No
 * index holds a readable title: what it is known by is looked up, and all conversations are looked through for none but a
 * title.
 */
function* findSession(bank: string, name: string, key: Uint8Array): Tx<number> {
  const known = yield* get<{ rid: number }>(
    sql`select rid from session where bank = ${bank} and name_key = ${key}`,
  )
  if (known !== undefined) return known.rid
  const identified = yield* get<{ rid: number }>(
    sql`select rid from session where bank = ${bank} and id = ${name}`,
  )
  if (identified !== undefined) return identified.rid
  const [titled, ...others] = yield* column<number>(sql`
    select s.rid from session s where s.bank = ${bank} and (s.name = ${name} or ${titleOf()} = ${name})`)
  if (titled === undefined) {
    throw new MemoryError(
      'not_found',
      'no conversation has this name',
      'give its whole name, as a hit shows it in turn.session',
    )
  }
  if (others.length > 0) {
    throw new MemoryError(
      'conflict',
      `${others.length + 1} conversations have this name`,
      'forget their turns by id, or change the import that named them alike',
    )
  }
  return titled
}

/** A session's title as it is shown: longer ones are some program's. A code point counts one. */
export function shownTitleOf(): Sql {
  return sql`substr(${titleOf()}, 1, ${TITLE_MAX_CHARS})`
}

export const TITLE_MAX_CHARS = 1_000

/** The title of session `s`: what its latest event of that type says; null where there is none. */
export function titleOf(): Sql {
  return sql`(
    select x.body from turn t
    join item i on i.bank = t.bank and i.rid = t.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where t.bank = s.bank and t.session_rid = s.rid and t.type = 'title' and t.item_rid is not null
    order by t.seq desc limit 1)`
}
