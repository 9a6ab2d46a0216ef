import type { Env } from '../clock.js'
import { STORE_BANK } from '../reach.js'
import type { ReadLog } from '../read-log.js'
import { sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'
import type { Store } from '../store/store.js'
import { type ApiKey, asKey, keyById, stateOf } from './api-key.js'
import { isSameSecret, readKeyToken } from './key-token.js'
import { createRefusalLog, type Refusal } from './refusal-log.js'
import { SERVER } from './server-reach.js'

/** The keys of a store, for who lets callers in. */
export interface Keyring {
  /** The key that this is; undefined for one that is unknown, wrong, expired or revoked, which is noted. */
  open(token: string): Promise<ApiKey | undefined>
  /** Whether anybody can come in with a key. */
  hasUsable(): Promise<boolean>
  /** Notes that somebody was not let in. */
  refused(refusal: Refusal): void
  /** Writes what is noted. Never fails. */
  flush(): Promise<void>
}

/**
 * A key is looked up at each request, by its id: two looks at an index, and what another process has revoked opens
 * nothing from then on. There is no cache that could know it for longer.
 */
export function createKeyring(store: Store, env: Env, readLog: ReadLog): Keyring {
  const refusals = createRefusalLog(store, env)
  const uses = createUses(env, readLog)

  return {
    open: async (written) => {
      const token = readKeyToken(written)
      if (token === undefined) {
        refusals.note({ reason: 'unknown' })
        return undefined
      }
      const row = await store.query(keyById(token.id))
      // An id that is unknown takes as long as a secret that is wrong.
      const isRight = isSameSecret(row?.hash ?? NO_HASH, token.secret)
      if (row === undefined || !isRight) {
        refusals.note(row === undefined ? { reason: 'unknown' } : { reason: 'wrong', keyId: row.id })
        return undefined
      }
      const key = asKey(row)
      const state = stateOf(key, env.now())
      if (state !== 'usable') {
        refusals.note({ reason: state, keyId: key.id })
        return undefined
      }
      uses.note(key)
      return key
    },
    hasUsable: async () => {
      const found = await store.query(
        get(sql`
          select k.id from api_key k
          where k.bank = ${STORE_BANK} and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${env.now()})
          limit 1`),
      )
      return found !== undefined
    },
    refused: refusals.note,
    flush: refusals.flush,
  }
}

const NO_HASH = new Uint8Array(32)

interface Uses {
  note(key: ApiKey): void
}

/** Tells when a key was last used, at most once a minute each; written with the reads, which no request waits for. */
function createUses(env: Env, readLog: ReadLog): Uses {
  const noted = new Map<string, number>()
  return {
    note: ({ id, lastUsedAt }) => {
      const now = env.now()
      const last = Math.max(lastUsedAt ?? 0, noted.get(id) ?? 0)
      if (now - last < USE_MS) return
      // Oldest first: what another process has written since is seen in the row.
      if (noted.size >= USES_KEPT) noted.delete(noted.keys().next().value ?? '')
      noted.delete(id)
      noted.set(id, now)
      readLog.record(SERVER, 'key.use', { keys: 1 }, () => markUsed(id, now))
    },
  }
}

const USE_MS = 60_000
const USES_KEPT = 1_000

function* markUsed(id: string, at: number): Tx<void> {
  yield* run(sql`
    update api_key set last_used_at = ${at}
    where bank = ${STORE_BANK} and id = ${id} and (last_used_at is null or last_used_at < ${at})`)
}
