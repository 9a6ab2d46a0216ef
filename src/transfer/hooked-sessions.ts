import { identityOf } from '../items/identity.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'

/** Knows which sessions of a coding agent its hooks keep: what is imported of those would be there twice. */
export interface HookedSessions {
  /** Whether the hooks have what happened then (milliseconds UTC; null: at no known time) in this session. */
  keep(sessionKey: string | undefined, at: number | null): Promise<boolean>
}

/** `client`: what its sessions' names begin with (src/cli/commands/hook.ts). */
export function createHookedSessions(spine: Spine, reach: Reach, client: string): HookedSessions {
  const since = new Map<string, number | undefined>()
  return {
    async keep(sessionKey, at) {
      if (sessionKey === undefined) return false
      // A sub-agent's work, which the hooks keep in the session that called it.
      const [id = sessionKey] = sessionKey.split(' agent ')
      if (!since.has(id)) {
        const nameKey = identityOf(spine.identityKey, [reach.writes, 'session', `${client}/${id}`])
        since.set(id, await spine.store.read(begun, reach.writes, nameKey))
      }
      const start = since.get(id)
      return start !== undefined && (at === null || at >= start - A_MOMENT_MS)
    },
  }
}

/** By the clock, not by what is there: what was forgotten of a session must not come back with an import. */
function* begun(bank: string, nameKey: Uint8Array): Tx<number | undefined> {
  const session = yield* get<{ at: number }>(
    sql`select created_at as at from session where bank = ${bank} and name_key = ${nameKey}`,
  )
  return session?.at
}

/** The client writes a prompt down, and calls its hook, which may have to wait. */
const A_MOMENT_MS = 60_000
