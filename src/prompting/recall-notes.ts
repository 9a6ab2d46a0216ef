import type { ItemId, Origin, Trust } from '../items/item.js'
import { sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import type { SessionEvent } from '../task/event.js'

/**
 * The prompts that were kept of a session, as the line that each says of itself: what is kept beside it is long, and a later
 * prompt needs none of it. Those that came with an import were not made here.
 */
export function* recallNotes(
  bank: string,
  sessionRid: number,
  {
    after,
    before = Number.MAX_SAFE_INTEGER,
  }: { readonly after: number; readonly before: number | undefined },
): Tx<SessionEvent[]> {
  const rows = yield* all<NoteRow>(sql`
    select t.seq, i.id, x.body as text, coalesce(i.occurred_at, i.recorded_at) as at, i.recorded_at, i.origin, i.trust
    from turn t
    join item i on i.bank = t.bank and i.rid = t.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where t.bank = ${bank} and t.session_rid = ${sessionRid} and t.type = 'recall' and t.seq > ${after}
      and t.seq < ${before} and i.origin <> 'import'
    order by t.seq desc limit ${NOTES_MAX}`)
  return rows.map(({ recorded_at: recordedAt, ...row }) => ({
    ...row,
    recordedAt,
    type: 'recall',
    role: 'memory',
    speaker: null,
    data: {},
  }))
}

const NOTES_MAX = 500

interface NoteRow {
  readonly seq: number
  readonly id: ItemId
  readonly text: string
  readonly at: number
  readonly recorded_at: number
  readonly origin: Origin
  readonly trust: Trust
}
