import type { Spine } from '../items/spine.js'
import { sql } from '../store/sql.js'
import { all } from '../store/statement.js'
import { damagedArtifacts } from './artifacts/verify-artifacts.js'
import { eventTypes } from './event.js'
import { isEventData } from './event-data.js'
import type { KnownSession } from './known-session.js'

/** What a look at a session found. */
export interface VerifiedSession {
  readonly events: number
  /** Places whose event was forgotten. */
  readonly forgotten: number
  /** The first place at which something is wrong; null where nothing is, or no place can be named. */
  readonly seq: number | null
  /** For a person; null where nothing is wrong. */
  readonly problem: string | null
}

/**
 * Whether a session is as it was appended: its places go on from 1 without a gap, each event has its item and text, what
 * stands beside it can be read, and its outputs are what was kept.
 */
export async function verifyTranscript(
  spine: Spine,
  { bank, rid }: Pick<KnownSession, 'bank' | 'rid'>,
): Promise<VerifiedSession> {
  let events = 0
  let forgotten = 0
  let last = 0
  for (;;) {
    const rows = await spine.store.query(
      all<CheckedRow>(sql`
        select t.seq, t.type, t.item_rid as item, i.kind, length(x.body) as chars, d.data
        from turn t
        left join item i on i.bank = t.bank and i.rid = t.item_rid
        left join item_text x on x.bank = i.bank and x.rid = i.text_rid
        left join event_data d on d.bank = t.bank and d.item_rid = t.item_rid
        where t.bank = ${bank} and t.session_rid = ${rid} and t.seq > ${last} order by t.seq limit ${PORTION}`),
    )
    for (const row of rows) {
      const problem = row.seq === last + 1 ? problemOf(row) : `event ${last + 1} is missing`
      if (problem !== undefined)
        return { events, forgotten, seq: row.seq === last + 1 ? row.seq : last + 1, problem }
      if (row.item === null) forgotten += 1
      else events += 1
      last = row.seq
    }
    if (rows.length < PORTION) break
  }
  const [damaged] = await damagedArtifacts(spine, bank, rid)
  return { events, forgotten, seq: null, problem: damaged?.problem ?? null }
}

const PORTION = 1_000

interface CheckedRow {
  readonly seq: number
  readonly type: string
  readonly item: number | null
  readonly kind: string | null
  readonly chars: number | null
  readonly data: string | null
}

function problemOf({ type, item, kind, chars, data }: CheckedRow): string | undefined {
  if (!(eventTypes as readonly string[]).includes(type)) return `is of a type that is none: ${type}`
  if (item === null) return undefined
  if (kind !== 'turn') return 'has no item'
  if (chars === null || chars === 0) return 'has no text'
  return data === null || isEventData(data) ? undefined : 'has beside its text what cannot be read'
}
