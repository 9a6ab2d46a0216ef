import type { EntityType } from './entity-type.js'

/** An entity as an item names it. */
export interface ResolvedEntity {
  readonly rid: number
  readonly id: string
  /** As it stands in the graph, which may be spelled another way than in the item: `ACME` and `Acme` are one name. */
  readonly name: string
  /** The row of that name, which an edge or a fact of the item refers to. */
  readonly nameRid: number
  readonly type: EntityType | null
}
