import { appendAudit } from '../audit.js'
import type { Env } from '../clock.js'
import { STORE_BANK } from '../reach.js'
import type { Tx } from '../store/statement.js'
import type { Store } from '../store/store.js'
import { SERVER } from './server-reach.js'

/** Why somebody was not let in. Never with the token: it may be a right one, of another server. */
export interface Refusal {
  /** `beyond`: a right token, of which more was asked than it may. */
  readonly reason: 'unknown' | 'wrong' | 'expired' | 'revoked' | 'beyond'
  readonly keyId?: string
}

export interface RefusalLog {
  note(refusal: Refusal): void
  /** Writes what is noted. Never fails: what cannot be written now is counted in the next row. */
  flush(): Promise<void>
}

/**
 * Refusals as audit rows of the store: the first within a second, those after it counted together, one row a minute. So who
 * guesses all day writes 1,440 rows, however fast.
 */
export function createRefusalLog(store: Store, env: Env): RefusalLog {
  let counts = new Map<string, number>()
  let ids = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let writtenAt = Number.NEGATIVE_INFINITY
  let writing: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeOut)
    return writing
  }

  async function writeOut(): Promise<void> {
    if (counts.size === 0) return
    const told = counts
    const named = ids
    counts = new Map()
    ids = new Set()
    writtenAt = env.now()
    try {
      await store.within({ writes: [STORE_BANK] }).tx(append, writtenAt, [...named], Object.fromEntries(told))
    } catch {
      for (const [reason, n] of told) counts.set(reason, (counts.get(reason) ?? 0) + n)
      for (const id of named) ids.add(id)
    }
  }

  return {
    note: ({ reason, keyId }) => {
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
      if (keyId !== undefined && ids.size < IDS_KEPT) ids.add(keyId)
      const rest = writtenAt + REST_MS - env.now()
      timer ??= setTimeout(() => void flush(), Math.max(FIRST_MS, rest)).unref()
    },
    flush,
  }
}

const FIRST_MS = 1_000
const REST_MS = 60_000
const IDS_KEPT = 50

function* append(at: number, ids: readonly string[], counts: Readonly<Record<string, number>>): Tx<void> {
  const entry = { at, operation: 'key.open', capability: 'admin', outcome: 'denied' } as const
  yield* appendAudit(SERVER, entry, { ids, counts })
}
