import type { FactStatus } from '../items/item.js'
import { type Sql, sql } from '../store/sql.js'
import { all, batch, type Tx } from '../store/statement.js'
import type { RelationType } from './relation-type.js'

/** Which way edges are followed, seen from where the walk is. */
export const directions = ['out', 'in', 'both'] as const

export type Direction = (typeof directions)[number]

/** Which edges are followed. */
export interface EdgeFilter {
  readonly direction: Direction
  readonly type?: RelationType | undefined
  /**
   * What was true then, also where something newer is known by now. Without it, what is held true now, and what waits
   * to be confirmed. Milliseconds UTC.
   */
  readonly asOf?: number | undefined
}

/** An edge as it is kept, from the first party to the second. */
export interface Edge {
  readonly itemRid: number
  readonly type: RelationType
  readonly status: FactStatus
  readonly from: number
  readonly to: number
}

/** More edges of one entity are not followed one way: who knows thousands leads everywhere. */
const FAN_OUT = 200

/** The edges of an entity that are followed. */
export interface Steps {
  readonly edges: readonly Edge[]
  /** Whether there may be more. */
  readonly isCut: boolean
}

/** The edges of each entity, in an order that does not change: by type, status, and age. */
export function* stepsFrom(bank: string, rids: readonly number[], filter: EdgeFilter): Tx<Steps[]> {
  const isOut = filter.direction !== 'in'
  const isIn = filter.direction !== 'out'
  const found = yield* batch(
    rids.flatMap((rid) => [
      ...(isOut ? [edges(bank, filter, ends.from(rid))] : []),
      ...(isIn ? [edges(bank, filter, ends.to(rid))] : []),
    ]),
  )
  const ways = Number(isOut) + Number(isIn)
  return rids.map((_, index) => {
    const own = found.slice(ways * index, ways * (index + 1)) // slice-ok: lists of edges
    return { edges: own.flat(), isCut: own.some(({ length }) => length >= FAN_OUT) }
  })
}

const ends = {
  from: (rid: number) => ({ is: sql`e.from_rid = ${rid}`, other: sql`e.to_rid` }),
  to: (rid: number) => ({ is: sql`e.to_rid = ${rid}`, other: sql`e.from_rid` }),
} as const

function edges(bank: string, { type, asOf }: EdgeFilter, end: { readonly is: Sql; readonly other: Sql }) {
  const ofType = type === undefined ? sql`` : sql`and e.type = ${type}`
  return all<Edge>(
    asOf === undefined
      ? sql`
        select e.item_rid as "itemRid", e.type, e.status, e.from_rid as "from", e.to_rid as "to" from edge e
        where e.bank = ${bank} and ${end.is} ${ofType} and e.status in ('active', 'proposed')
        order by e.type, e.status, ${end.other}, e.item_rid limit ${FAN_OUT}`
      : sql`
        select e.item_rid as "itemRid", e.type, e.status, e.from_rid as "from", e.to_rid as "to" from edge e
        join fact f on f.bank = e.bank and f.item_rid = e.item_rid
        where e.bank = ${bank} and ${end.is} ${ofType} and e.status in ('active', 'superseded')
          and f.valid_from <= ${asOf} and (f.valid_until is null or f.valid_until > ${asOf})
        order by e.type, e.status, ${end.other}, e.item_rid limit ${FAN_OUT}`,
  )
}
