import { CHANGED_BY_HAND, type RowCheck } from '../items/kind.js'
import { sql } from '../store/sql.js'

/** What must hold of names, mentions and edges, which belong to no kind of item. */
export const graphChecks: readonly RowCheck[] = [
  {
    check: 'names',
    wrong: (bank) => sql`
      select (select count(*) from entity_alias a
          left join entity_name n on n.bank = a.bank and n.rid = a.name_rid
          left join entity e on e.bank = a.bank and e.rid = a.entity_rid
          left join entity o on o.bank = a.bank and o.rid = a.own_rid
          where a.bank = ${bank} and (n.rid is null or e.rid is null or o.rid is null))
        + (select count(*) from entity_name n left join entity_alias a on a.bank = n.bank and a.name_rid = n.rid
          where n.bank = ${bank} and a.name_rid is null) as n`,
    what: 'names without their entity, or the other way round',
    hint: CHANGED_BY_HAND,
  },
  {
    check: 'mentions',
    wrong: (bank) => sql`
      select count(*) as n from mention m
      left join item i on i.bank = m.bank and i.rid = m.item_rid
      left join entity_alias a on a.bank = m.bank and a.name_rid = m.name_rid and a.entity_rid = m.entity_rid
      where m.bank = ${bank} and (i.rid is null or a.name_rid is null)`,
    what: 'mentions without their item or name',
    hint: CHANGED_BY_HAND,
  },
  {
    check: 'relations',
    wrong: (bank) => sql`
      select count(*) as n from edge e
      left join fact f on f.bank = e.bank and f.item_rid = e.item_rid and f.status = e.status
      left join entity_alias a on a.bank = e.bank and a.name_rid = e.from_name and a.entity_rid = e.from_rid
      left join entity_alias b on b.bank = e.bank and b.name_rid = e.to_name and b.entity_rid = e.to_rid
      where e.bank = ${bank} and (f.item_rid is null or a.name_rid is null or b.name_rid is null)`,
    what: 'relations without their fact, or between names that are not there',
    hint: CHANGED_BY_HAND,
  },
]
