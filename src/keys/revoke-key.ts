import { MemoryError } from '../errors.js'
import { noteErasure } from '../items/note-erasure.js'
import { type Proven, proveErased } from '../items/prove-erased.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import type { Reach } from '../reach.js'
import { inText, sql } from '../store/sql.js'
import { run, type Tx } from '../store/statement.js'
import { type KeyRow, keyById, keysNamed } from './api-key.js'

export interface Revoked {
  readonly ids: readonly string[]
  /** Of what the keys were called; null where it stays. */
  readonly proof: Proven | null
}

/**
 * From its commit on a key opens nothing, in no process. With `isForgotten` what it was called and whose it was goes too,
 * also of keys of this name that were revoked before: an id, a role and times stay.
 */
export async function revokeKey(
  spine: Spine,
  store: Reach,
  which: string,
  isForgotten: boolean,
): Promise<Revoked> {
  const at = spine.env.now()
  const { ids, texts } = await write(spine, store, 'key.revoke', 'admin', function* revoke() {
    const rows = yield* keysMeant(which, isForgotten)
    const meant = rows.map(({ id }) => id)
    const revoked = yield* run(sql`
      update api_key set revoked_at = ${at}
      where bank = ${store.writes} and id ${inText(meant)} and revoked_at is null`)
    const forgotten = isForgotten
      ? yield* run(sql`delete from api_key_text where bank = ${store.writes} and key_id ${inText(meant)}`)
      : 0
    if (forgotten > 0) yield* noteErasure(spine.store, store.writes, at)
    const counts = { revoked, ...(forgotten === 0 ? {} : { api_key_text: forgotten }) }
    return { result: { ids: meant, texts: rows.flatMap(textsOf) }, effect: { ids: meant, counts } }
  })
  if (!isForgotten) return { ids, proof: null }
  return { ids, proof: await proveErased(spine, [], { texts }) }
}

/** By its id; else what is called so. Throws `not_found`. */
function* keysMeant(which: string, isForgotten: boolean): Tx<readonly KeyRow[]> {
  const one = yield* keyById(which)
  const named = one === undefined ? yield* keysNamed(which) : [one]
  const usable = named.filter(({ revoked_at }) => revoked_at === null)
  const meant = isForgotten || usable.length === 0 ? named : usable
  if (meant.length > 0) return meant
  throw new MemoryError('not_found', 'there is no such key', 'recollect key list shows all')
}

function textsOf({ name, agent }: KeyRow): string[] {
  return [name, agent].filter((text) => text !== null)
}
