import { MemoryError } from '../errors.js'
import type { Doomed } from '../items/forget.js'
import type { ItemId } from '../items/item.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { column, type Tx } from '../store/statement.js'
import { findEntityById } from './find-entities.js'

/** Every item that names an entity, for forgetting it with all that is known of it. Throws `not_found`. */
export function itemsOfEntity({ writes: bank }: Reach, id: string): Doomed {
  return function* find(limit, isFirst): Tx<readonly ItemId[]> {
    const entity = yield* findEntityById(bank, id)
    if (entity === undefined) {
      if (!isFirst) return []
      throw new MemoryError(
        'not_found',
        `no entity has the id ${id}`,
        'memory.graph shows the ids of entities',
      )
    }
    return yield* column<ItemId>(sql`
      select distinct i.id from mention m join item i on i.bank = m.bank and i.rid = m.item_rid
      where m.bank = ${bank} and m.entity_rid = ${entity} order by i.id limit ${limit}`)
  }
}
