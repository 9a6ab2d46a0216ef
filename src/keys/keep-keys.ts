import { storedIdentityKey } from '../items/spine.js'
import { STORE_BANK } from '../reach.js'
import { sql } from '../store/sql.js'
import { run, type Tx } from '../store/statement.js'
import type { ErasedContent, Store } from '../store/store.js'
import { asKey, insertKey, type KeyPlace, type KeyRow, keysAfter, markKey } from './api-key.js'

/**
 * Gives a copy of a backup the keys of the store that it will be: who may come in is not undone by restoring, least of all
 * what was revoked. In another store, which was empty, the backup's own keys stay.
 *
 * @returns names that the store has forgotten since, to be looked for on disk
 */
export async function keepKeys(copy: Store, present: Store): Promise<ErasedContent | undefined> {
  const [own, theirs] = [await present.query(storedIdentityKey()), await copy.query(storedIdentityKey())]
  if (own === undefined || theirs === undefined || Buffer.compare(own.value, theirs.value) !== 0)
    return undefined
  const kept = await allKeys(present)
  const before = await allKeys(copy)
  await copy.within({ writes: [STORE_BANK] }).tx(replaceKeys, kept)
  const known = new Set(kept.map(({ name }) => name))
  const texts = before.map(({ name }) => name).filter((name) => name !== null && !known.has(name))
  return texts.length === 0 ? undefined : { texts: texts as string[] }
}

async function allKeys(store: Store): Promise<KeyRow[]> {
  const rows: KeyRow[] = []
  for (let after: KeyPlace = [-1, '']; ; ) {
    const page = await store.query(keysAfter(after, true, PAGE_ROWS))
    rows.push(...page)
    const last = page.at(-1)
    if (last === undefined) return rows
    after = [last.created_at, last.id]
  }
}

const PAGE_ROWS = 500

function* replaceKeys(rows: readonly KeyRow[]): Tx<void> {
  yield* run(sql`delete from api_key_text where bank = ${STORE_BANK}`)
  yield* run(sql`delete from api_key where bank = ${STORE_BANK}`)
  for (const row of rows) {
    yield* insertKey({ ...asKey(row), hash: row.hash })
    yield* markKey(row.id, { lastUsedAt: row.last_used_at, revokedAt: row.revoked_at })
  }
}
