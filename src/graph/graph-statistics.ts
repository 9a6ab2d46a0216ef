import { sql } from '../store/sql.js'
import { all, batch, type Tx } from '../store/statement.js'
import type { EntityType } from './entity-type.js'
import type { RelationType } from './relation-type.js'

export interface GraphStatistics {
  readonly entities: number
  /** What holds now, or waits to be confirmed. */
  readonly relations: number
  /** Null: entities whose type no text tells. The most frequent first. */
  readonly entitiesByType: readonly { readonly type: EntityType | null; readonly count: number }[]
  readonly relationsByType: readonly { readonly type: RelationType; readonly count: number }[]
  /** Row numbers of those that most items name. */
  readonly top: readonly { readonly rid: number; readonly mentions: number }[]
}

/** Reads every entity, edge and mention of the bank once: some tens of milliseconds for a hundred thousand of them. */
export function* graphStatistics(bank: string, top: number): Tx<GraphStatistics> {
  const [byType, relations, mentioned] = yield* batch([
    all<{ type: EntityType | null; count: number }>(sql`
      select type, count(*) as count from entity where bank = ${bank} and merged_rid is null group by type`),
    all<{ type: RelationType; count: number }>(sql`
      select type, count(*) as count from edge
      where bank = ${bank} and status in ('active', 'proposed') group by type`),
    topEntities(bank, top),
  ])
  return {
    entities: total(byType),
    relations: total(relations),
    entitiesByType: inOrder(byType),
    relationsByType: inOrder(relations),
    top: mentioned,
  }
}

/** Those that most items name. */
function topEntities(bank: string, limit: number) {
  return all<{ rid: number; mentions: number }>(sql`
    select entity_rid as rid, count(distinct item_rid) as mentions from mention where bank = ${bank}
    group by entity_rid order by mentions desc, entity_rid limit ${limit}`)
}

function total(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}

function inOrder<T extends { readonly type: string | null; readonly count: number }>(
  rows: readonly T[],
): T[] {
  const name = ({ type }: T) => type ?? ''
  return [...rows].sort((a, b) => b.count - a.count || (name(a) < name(b) ? -1 : 1))
}
