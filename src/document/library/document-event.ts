import { type Actor, actorLabel } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { all, run, type Tx } from '../../store/statement.js'
import type { DocumentEventName } from '../document.js'

/** What was done to a document, by whom. Times are milliseconds UTC. */
export interface DocumentEvent {
  readonly at: number
  readonly actor: string
  readonly event: DocumentEventName
  readonly version: number
  readonly note: string | null
}

interface NewEvent extends Omit<DocumentEvent, 'actor' | 'note'> {
  readonly note?: string | null | undefined
}

export function* addDocumentEvent(
  { writes: bank, actor }: { readonly writes: string; readonly actor: Actor },
  rid: number,
  { at, event, version, note = null }: NewEvent,
): Tx<void> {
  yield* run(sql`
    insert into document_event (bank, item_rid, at, actor, event, version, note)
    values (${bank}, ${rid}, ${at}, ${actorLabel(actor)}, ${event}, ${version}, ${note})`)
}

/** In the order in which they happened. */
export function* documentEventsOf(bank: string, rid: number): Tx<DocumentEvent[]> {
  const rows = yield* all<Omit<DocumentEvent, 'event'> & { event: string }>(sql`
    select at, actor, event, version, note from document_event where bank = ${bank} and item_rid = ${rid} order by rid`)
  return rows.map((row) => ({ ...row, event: row.event as DocumentEventName }))
}

/** Which version answered at a time, as the events tell; null where none did. */
export function publishedAt(events: readonly DocumentEvent[], at: number): number | null {
  let published: number | null = null
  for (const event of events) {
    if (event.at > at) continue
    if (event.event === 'published') published = event.version
    else if (event.event === 'withdrawn') published = null
  }
  return published
}

/** Whether a version has ever answered. */
export function wasPublished(events: readonly DocumentEvent[], version: number): boolean {
  return events.some((one) => one.event === 'published' && one.version === version)
}
