import type { Reach } from '../reach.js'
import { forgetRecalls, type Going } from '../recalls/forget-recalls.js'
import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import { type Taken, taken } from './archive-table.js'
import type { ItemId } from './item.js'
import { noteErasure } from './note-erasure.js'
import { forgetProposals } from './proposals.js'
import { remove } from './remove.js'
import type { Spine } from './spine.js'
import { keepTombstone } from './tombstone.js'

export interface Tombstone {
  readonly identity: Uint8Array
  readonly forgottenAt: number
}

/**
 * What was forgotten elsewhere, in an archive's store or since a backup was made, is forgotten here too: a tombstone
 * wins over its item, by the same cascade as if it had been forgotten here.
 */
export function* uniteTombstones(spine: Spine, reach: Reach, tombstones: readonly Tombstone[]): Tx<Taken> {
  const bank = reach.writes
  const ids: ItemId[] = []
  const erased: Taken['erased'][number][] = []
  const going: Going[] = []
  let added = 0
  let latest = 0
  for (const { identity, forgottenAt } of tombstones) {
    if (!(yield* keepTombstone(bank, identity, forgottenAt))) added += 1
    latest = Math.max(latest, forgottenAt)
    const item = yield* get<{ id: ItemId }>(
      sql`select id from item where bank = ${bank} and identity = ${identity}`,
    )
    if (item === undefined) continue
    const removal = yield* remove(spine, reach, item.id, forgottenAt)
    ids.push(...removal.removed.ids)
    erased.push(removal.erased)
    going.push(removal.going)
  }
  if (going.length > 0) {
    erased.push(...(yield* forgetRecalls(bank, going)).erased)
    yield* noteErasure(spine.store, bank, spine.env.now())
  }
  // What asks since then to be remembered again goes on waiting.
  erased.push(...(yield* forgetProposals(bank, { ids, identities: [] }, latest)).erased)
  return taken({ added, present: tombstones.length - added, ids, erased, forgotten: ids.length })
}
