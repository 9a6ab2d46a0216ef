import { inInt, sql } from '../store/sql.js'
import { all, column, get, run, type Tx } from '../store/statement.js'
import { moveNames } from './move-names.js'

/**
 * Two names are one's because a text says so. Once that text is forgotten and no other of the user's names both, the
 * younger name becomes an entity of its own, with what is said by it; what the user has merged stays. `names`: those that
 * forgotten items mentioned, of which those that nothing else does go by themselves. Answers the items whose parties have changed.
 */
export function* partNames(bank: string, names: readonly number[], newId: () => string): Tx<number[]> {
  const left = yield* all<Alias>(sql`
    select a.name_rid, a.entity_rid from entity_alias a
    where a.bank = ${bank} and a.name_rid ${inInt([...new Set(names)])} and a.of_rid is null
      and a.own_rid = a.entity_rid
      and exists (select 1 from mention m where m.bank = a.bank and m.name_rid = a.name_rid)`)
  const changed = new Set<number>()
  for (const { name_rid: name, entity_rid: entity } of left.sort((a, b) => b.name_rid - a.name_rid)) {
    // Whatever a forgotten item joined, it mentioned.
    if (!left.some((one) => one.entity_rid === entity && one.name_rid < name)) continue
    if (yield* isJoined(bank, name, entity)) continue
    const made = yield* get<{ rid: number }>(sql`
      insert into entity (bank, id, type)
      select bank, ${newId()}, type from entity where bank = ${bank} and rid = ${entity} returning rid`)
    if (made === undefined) throw new Error('an insert returned no row number')
    const parts = yield* column<number>(
      sql`select name_rid from entity_alias where bank = ${bank} and of_rid = ${name} and name_rid <> ${name}`,
    )
    const going = [name, ...parts]
    yield* run(
      sql`update entity_alias set own_rid = ${made.rid} where bank = ${bank} and name_rid ${inInt(going)}`,
    )
    for (const item of yield* moveNames(bank, going, { from: entity, to: made.rid })) changed.add(item)
  }
  return [...changed]
}

interface Alias {
  readonly name_rid: number
  readonly entity_rid: number
}

/** Whether a text of the user's names it together with another whole name of the same entity. */
function* isJoined(bank: string, name: number, entity: number): Tx<boolean> {
  const found = yield* get(sql`
    select 1 as n from mention m
    join mention o on o.bank = m.bank and o.item_rid = m.item_rid
    join entity_alias a on a.bank = o.bank and a.name_rid = o.name_rid
    join item i on i.bank = m.bank and i.rid = m.item_rid
    where m.bank = ${bank} and m.name_rid = ${name} and o.entity_rid = ${entity} and o.name_rid <> ${name}
      and a.of_rid is null and i.trust in ('definitive', 'stated') limit 1`)
  return found !== undefined
}
