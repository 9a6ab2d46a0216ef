import type { ItemId, Origin, Trust } from '../items/item.js'
import { inText, type Sql, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import { FORGOTTEN_OUTPUT } from './artifacts/pointer-text.js'
import { type ShownOutput, shownOutputs } from './artifacts/shown-outputs.js'
import type { EventData, EventType, SessionEvent } from './event.js'

export interface EventsWanted {
  /** Events behind this one; 0 from the first. */
  readonly after?: number
  /** Events before this one. */
  readonly before?: number
  readonly types?: readonly EventType[]
  /** Milliseconds UTC: from, and before. */
  readonly since?: number
  readonly until?: number
  readonly limit: number
  /** The latest of them instead of the first; still in their order. */
  readonly latest?: boolean
}

/** Events of a session, in their order; those that were forgotten left their number and are not there. */
export function* readEvents(
  bank: string,
  sessionRid: number,
  { after = 0, before, types, since, until, limit, latest = false }: EventsWanted,
): Tx<SessionEvent[]> {
  const conditions: Sql = sql`
    ${before === undefined ? sql`` : sql`and t.seq < ${before}`}
    ${types === undefined ? sql`` : sql`and t.type ${inText(types)}`}
    ${since === undefined ? sql`` : sql`and coalesce(i.occurred_at, i.recorded_at) >= ${since}`}
    ${until === undefined ? sql`` : sql`and coalesce(i.occurred_at, i.recorded_at) < ${until}`}`
  const rows = yield* all<EventRow>(sql`
    select t.seq, t.type, t.role, t.speaker, x.body as text, i.id, coalesce(i.occurred_at, i.recorded_at) as at,
      i.recorded_at, i.origin, i.trust, d.data
    from turn t
    join item i on i.bank = t.bank and i.rid = t.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    left join event_data d on d.bank = t.bank and d.item_rid = t.item_rid
    where t.bank = ${bank} and t.session_rid = ${sessionRid} and t.seq > ${after} ${conditions}
    order by t.seq ${latest ? sql`desc` : sql`asc`} limit ${limit}`)
  const held = rows.filter(({ data }) => data?.includes('"artifact":') === true)
  const outputs = yield* shownOutputs(
    bank,
    held.map(({ id }) => id),
  )
  const events = rows.map((row) => withOutput(toEvent(row), outputs))
  return latest ? events.reverse() : events
}

interface EventRow {
  readonly seq: number
  readonly type: EventType
  readonly role: string
  readonly speaker: string | null
  readonly text: string
  readonly id: ItemId
  readonly at: number
  readonly recorded_at: number
  readonly origin: Origin
  readonly trust: Trust
  readonly data: string | null
}

function toEvent({ recorded_at, data, text, ...row }: EventRow): SessionEvent {
  const beside: EventData = data === null ? {} : JSON.parse(data)
  return { ...row, text: beside.blank ?? text, recordedAt: recorded_at, data: beside }
}

/** In the place of a text that was too large: the pointer to where it is. */
function withOutput(event: SessionEvent, outputs: ReadonlyMap<ItemId, ShownOutput>): SessionEvent {
  if (event.data.artifact === undefined) return event
  const output = outputs.get(event.id)
  if (output === undefined) return { ...event, text: FORGOTTEN_OUTPUT }
  return { ...event, text: output.pointer, data: { ...event.data, artifact: output.artifact } }
}
