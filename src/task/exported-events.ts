import type { ItemId } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import { sql } from '../store/sql.js'
import { all, get, type Tx } from '../store/statement.js'
import { findArtifact, wholeArtifact } from './artifacts/read-pieces.js'
import { shownOutputs } from './artifacts/shown-outputs.js'
import type { EventData, EventType } from './event.js'

/** A place of a session with all that its file holds. Times are milliseconds UTC. */
export interface ExportedEvent {
  readonly seq: number
  readonly type: EventType
  readonly role: string
  readonly speaker: string | null
  /** Null where the event was forgotten, and all else of it is empty. */
  readonly id: ItemId | null
  readonly identity: Uint8Array
  readonly occurredAt: number | null
  readonly recordedAt: number
  readonly text: string
  readonly data: EventData
  /** The artifact that holds the text; undefined where that stands here, null where the artifact was forgotten. */
  readonly artifact: { readonly id: ItemId; readonly mediaType: string } | null | undefined
}

/** The places behind one, those of forgotten events too. */
export function* exportedEvents(
  bank: string,
  sessionRid: number,
  after: number,
  limit: number,
): Tx<ExportedEvent[]> {
  const rows = yield* all<Omit<ExportedEvent, 'data' | 'artifact'> & { data: string | null }>(sql`
    select t.seq, t.type, t.role, t.speaker, i.id, i.identity, i.occurred_at as "occurredAt",
      i.recorded_at as "recordedAt", x.body as text, d.data
    from turn t
    left join item i on i.bank = t.bank and i.rid = t.item_rid
    left join item_text x on x.bank = i.bank and x.rid = i.text_rid
    left join event_data d on d.bank = t.bank and d.item_rid = t.item_rid
    where t.bank = ${bank} and t.session_rid = ${sessionRid} and t.seq > ${after} order by t.seq limit ${limit}`)
  const events = rows.map((row) => ({
    ...row,
    data: (row.data === null ? {} : JSON.parse(row.data)) as EventData,
  }))
  const held = events.flatMap(({ id, data }) => (id === null || data.artifact === undefined ? [] : [id]))
  const outputs = yield* shownOutputs(bank, held)
  const exported: ExportedEvent[] = []
  for (const event of events) {
    const output = event.id === null ? undefined : outputs.get(event.id)
    const artifact =
      output === undefined
        ? event.data.artifact === undefined
          ? undefined
          : null
        : { id: output.artifact, mediaType: (yield* findArtifact([bank], output.artifact)).mediaType }
    exported.push({ ...event, artifact })
  }
  return exported
}

/** The whole of a text that lies apart, piece by piece. Throws `store_corrupt` where it is not what was kept. */
export async function* apartText(spine: Spine, bank: string, id: ItemId): AsyncGenerator<string> {
  yield* wholeArtifact(spine, bank, await spine.store.read(findArtifact, [bank], id))
}

/** The last number of a session; 0 where it has none. */
export function* lastSeq(bank: string, sessionRid: number): Tx<number> {
  const last = yield* get<{ seq: number }>(
    sql`select seq from turn where bank = ${bank} and session_rid = ${sessionRid} order by seq desc limit 1`,
  )
  return last?.seq ?? 0
}
