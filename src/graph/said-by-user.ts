import { type Sql, sql } from '../store/sql.js'

/**
 * Whether the user in person calls something by a name: of what they say, only such names are shown as theirs and found
 * by a part of them. Of the notes and turns that hold the name the newest are looked at.
 */
export function isSaidByUser(bank: string, nameRid: Sql): Sql {
  return sql`exists (
    select 1 from (
      select said.item_rid from mention said
      where said.bank = ${bank} and said.name_rid = ${nameRid} order by said.item_rid desc limit ${LOOKED_AT}
    ) as newest
    join item said_in on said_in.rid = newest.item_rid
    where said_in.bank = ${bank} and said_in.kind in ('thought', 'turn')
      and said_in.trust in ('definitive', 'stated'))`
}

const LOOKED_AT = 1_000
