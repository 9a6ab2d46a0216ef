import { sql } from '../store/sql.js'
import { all, column, type Tx } from '../store/statement.js'
import { countRelations } from './count-relations.js'
import { nameForm } from './entity-name.js'
import type { EntityType } from './entity-type.js'
import { type Entity, readEntities } from './read-entities.js'

export interface EntitiesQuery {
  /** Any part of a name; without it, all. */
  readonly contains: string | undefined
  readonly type: EntityType | undefined
  readonly limit: number
}

export interface ListedEntity extends Entity {
  /** That it has or once had. */
  readonly relations: number
}

export interface ListedEntities {
  readonly entities: readonly ListedEntity[]
  readonly isComplete: boolean
}

/**
 * Entities, those with most relations first; of a name that is looked for, those that are called exactly so before
 * those whose name begins so, and these before the others. Names are compared one by one, as no index holds them: some
 * tens of milliseconds for a hundred thousand.
 */
export function* listEntities(bank: string, { contains, type, limit }: EntitiesQuery): Tx<ListedEntities> {
  const form = nameForm(contains ?? '')
  const places = form === '' ? undefined : yield* placesOf(bank, form)
  const ofType = type === undefined ? sql`` : sql`and type = ${type}`
  const known = yield* column<number>(
    sql`select rid from entity where bank = ${bank} and merged_rid is null ${ofType} order by rid`,
  )
  const fitting = places === undefined ? known : known.filter((rid) => places.has(rid))
  const isFew = fitting.length <= FEW
  const relations = yield* countRelations(bank, isFew ? fitting : undefined)
  const order = (rid: number) => [places?.get(rid) ?? 0, -(relations.get(rid) ?? 0)] as const
  const first = fitting
    .map((rid) => ({ rid, order: order(rid) }))
    .sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1] || a.rid - b.rid)
    .slice(0, limit)
  const read = yield* readEntities(
    bank,
    first.map(({ rid }) => rid),
  )
  return {
    entities: read.map((one) => ({ ...one, relations: relations.get(one.rid) ?? 0 })),
    isComplete: fitting.length <= limit,
  }
}

/** Beyond, counting the relations of all at once costs less. */
const FEW = 1_000

/** Where a name of each entity holds what is looked for: 0 the whole name, 1 at its beginning, 2 at that of a word, 3 inside. */
function* placesOf(bank: string, form: string): Tx<ReadonlyMap<number, number>> {
  const names = yield* all<{ rid: number; name: string }>(sql`
    select a.entity_rid as rid, n.name from entity_name n
    join entity_alias a on a.bank = n.bank and a.name_rid = n.rid
    where n.bank = ${bank}`)
  const places = new Map<number, number>()
  for (const { rid, name } of names) {
    const place = placeIn(nameForm(name), form)
    if (place !== undefined) places.set(rid, Math.min(place, places.get(rid) ?? place))
  }
  return places
}

function placeIn(name: string, form: string): number | undefined {
  const at = name.indexOf(form)
  if (at === -1) return undefined
  if (name.length === form.length) return 0
  if (at === 0) return 1
  return name.includes(` ${form}`) ? 2 : 3
}
