import type { FactStatus } from '../items/item.js'
import { inInt, sql } from '../store/sql.js'
import { all, batch, type Tx } from '../store/statement.js'
import { answerOf, type End } from './ask-graph.js'
import { countRelations } from './count-relations.js'
import { findEntityById } from './find-entities.js'
import type { ListedEntity } from './list-entities.js'
import { readEntities } from './read-entities.js'
import { type Relation, readRelations } from './read-relations.js'
import type { Edge } from './steps.js'

export interface AroundAllQuery {
  /** Ids of entities whose relations are followed. */
  readonly ids: readonly string[]
  /** Ids of entities that are shown already: what relates these to each other and to what is found is given too. */
  readonly among: readonly string[]
  /** Relations of each that are followed at most. */
  readonly limit: number
}

export interface AroundAll {
  /** Those that were asked about first. */
  readonly entities: readonly ListedEntity[]
  /** Also what holds no more. */
  readonly relations: readonly Relation[]
  /** What everything is called that relations lead to, by row number. */
  readonly ends: ReadonlyMap<number, End>
  /** Of each id that is known: the entity, which is another one where it was merged, and whether all of its relations are given. */
  readonly asked: readonly { readonly id: string; readonly rid: number; readonly isComplete: boolean }[]
}

/**
 * What is around several entities at once, whatever time it holds for: relations that hold, that wait to be confirmed,
 * and that were superseded. Whoever looks at a picture of it decides by the times what to show.
 */
export function* lookAround(bank: string, { ids, among, limit }: AroundAllQuery): Tx<AroundAll> {
  const starts = yield* ridsOf(bank, ids)
  const beside = yield* ridsOf(bank, among)
  const found = new Map<string, Edge>()
  const asked: { id: string; rid: number; isComplete: boolean }[] = []
  for (const [id, rid] of starts) {
    const edges = yield* edgesOf(bank, rid, limit + 1)
    for (const edge of edges.slice(0, limit)) found.set(keyOf(edge), edge)
    asked.push({ id, rid, isComplete: edges.length <= limit })
  }
  const first = new Set(starts.values())
  const reached = new Set([...found.values()].flatMap(({ from, to }) => [from, to]))
  const shown = [...new Set([...first, ...beside.values(), ...reached])]
  for (const edge of yield* edgesBetween(bank, shown)) found.set(keyOf(edge), edge)
  const given = new Set([...first, ...reached])
  const counts = yield* countRelations(bank, [...given])
  const others = [...found.values()].flatMap(({ from, to }) => [from, to])
  const all = yield* readEntities(bank, [...new Set([...given, ...others])])
  return {
    entities: all
      .filter(({ rid }) => given.has(rid))
      .map((one) => ({ ...one, relations: counts.get(one.rid) ?? 0 })),
    ends: answerOf(all).ends,
    relations: yield* readRelations(bank, [...found.values()]),
    asked,
  }
}

function keyOf({ itemRid, type, from, to }: Edge): string {
  return `${itemRid} ${type} ${from} ${to}`
}

function* ridsOf(bank: string, ids: readonly string[]): Tx<ReadonlyMap<string, number>> {
  const rids = new Map<string, number>()
  for (const id of ids) {
    const rid = yield* findEntityById(bank, id)
    if (rid !== undefined) rids.set(id, rid)
  }
  return rids
}

/** What holds before what waits and what is over, the newest first. */
function* edgesOf(bank: string, rid: number, limit: number): Tx<readonly Edge[]> {
  const ways = yield* batch(
    [sql`from_rid`, sql`to_rid`].map((end) =>
      all<Edge>(sql`
        select item_rid as "itemRid", type, status, from_rid as "from", to_rid as "to" from edge
        where bank = ${bank} and ${end} = ${rid} and status <> 'retracted' and from_rid <> to_rid
        order by case status when 'active' then 0 when 'proposed' then 1 else 2 end, item_rid desc, type, to_rid, from_rid
        limit ${limit}`),
    ),
  )
  return ways
    .flat()
    .sort((a, b) => STANDING[a.status] - STANDING[b.status] || b.itemRid - a.itemRid)
    .slice(0, limit)
}

const STANDING: Readonly<Record<FactStatus, number>> = { active: 0, proposed: 1, superseded: 2, retracted: 3 }

function* edgesBetween(bank: string, rids: readonly number[]): Tx<readonly Edge[]> {
  const either = inInt(rids)
  return yield* all<Edge>(sql`
    select item_rid as "itemRid", type, status, from_rid as "from", to_rid as "to" from edge
    where bank = ${bank} and from_rid ${either} and to_rid ${either}
      and status <> 'retracted' and from_rid <> to_rid
    order by item_rid desc, type, from_rid, to_rid limit ${BETWEEN_MAX}`)
}

/** A picture with more lines than this shows nothing. */
const BETWEEN_MAX = 20_000
