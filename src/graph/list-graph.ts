import { sql } from '../store/sql.js'
import { all, column, type Tx } from '../store/statement.js'
import type { EntityType } from './entity-type.js'
import type { RelationType } from './relation-type.js'
import type { Edge } from './steps.js'

/** Entities of a type by row number, those that most items name first. */
export function* entitiesOfType(bank: string, type: EntityType, limit: number): Tx<number[]> {
  return yield* column<number>(sql`
    select e.rid from entity e
    left join mention m on m.bank = e.bank and m.entity_rid = e.rid
    where e.bank = ${bank} and e.type = ${type} and e.merged_rid is null
    group by e.rid order by count(distinct m.item_rid) desc, e.rid limit ${limit}`)
}

/** Relations of a type that hold now or wait to be confirmed, newest first. */
export function* edgesOfType(bank: string, type: RelationType, limit: number): Tx<Edge[]> {
  return yield* all<Edge>(sql`
    select item_rid as "itemRid", type, status, from_rid as "from", to_rid as "to" from edge
    where bank = ${bank} and type = ${type} and status in ('active', 'proposed')
    order by item_rid desc, to_rid desc limit ${limit}`)
}
