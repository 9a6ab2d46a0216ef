import { identityOf } from '../items/identity.js'
import { isItemId } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import { type Sql, sql } from '../store/sql.js'

type Keyed = Pick<Spine, 'identityKey'>

/**
 * Whether a document (`d`, with its shown version `v`) is the one that is meant: by its id, by the path that it was imported
 * from, or by its title.
 */
export function isCalled(spine: Keyed, bank: string, name: string): Sql {
  if (isItemId(name)) return sql`d.item_id = ${name.toLowerCase()}`
  return sql`(d.source_key = ${sourceKey(spine, bank, name)} or v.title = ${name})`
}

/** By which a source is found: the index holds no readable path. Paths differ as on a file system that knows case. */
export function sourceKey({ identityKey }: Keyed, bank: string, source: string): Uint8Array {
  return identityOf(identityKey, [bank, 'document source', source.normalize('NFC')])
}
