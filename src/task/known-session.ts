import { MemoryError } from '../errors.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { get } from '../store/statement.js'
import { sessionOf, shownTitleOf } from './session-turns.js'

/** A session that is there. */
export interface KnownSession {
  readonly bank: string
  readonly rid: number
  readonly id: string
  /** What it was called first, by which it is always found. */
  readonly name: string
  /** What its latest title says, as far as it is shown. */
  readonly title: string | null
  readonly channel: string | null
  /** Milliseconds UTC. */
  readonly createdAt: number
}

/**
 * The session of this name, or title, in the first of the banks that may be read. Throws `not_found`; `conflict` where
 * several have the title.
 */
export async function knownSession(spine: Spine, reach: Reach, name: string): Promise<KnownSession> {
  let missing: unknown
  for (const bank of reach.reads) {
    try {
      const rid = await sessionOf(spine, bank, name)
      const found = await spine.store.query(
        get<Omit<KnownSession, 'bank' | 'createdAt'> & { created_at: number }>(sql`
          select s.rid, s.id, s.name, ${shownTitleOf()} as title, s.channel, s.created_at
          from session s where s.bank = ${bank} and s.rid = ${rid}`),
      )
      if (found !== undefined) {
        const { created_at: createdAt, ...session } = found
        return { bank, createdAt, ...session }
      }
    } catch (error) {
      if (!(error instanceof MemoryError) || error.code !== 'not_found') throw error
      missing = error
    }
  }
  throw missing ?? new MemoryError('not_found', 'no session has this name', 'recollect transcript sessions')
}
