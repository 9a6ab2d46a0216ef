import { MemoryError } from '../../errors.js'
import { touchBank } from '../../items/bank.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import type { DocumentStatus } from '../document.js'
import { addDocumentEvent } from './document-event.js'
import { type DocumentState, requireState } from './document-state.js'
import { settleDocument } from './take-out.js'

export interface ReviewOptions {
  /** Why, for whoever wrote it. */
  readonly note?: string | undefined
  readonly revision?: number | undefined
}

/**
 * Says that the latest version is not to be published as it is. An older one that answers goes on. Throws `not_found`,
 * and `conflict` where it is published or the document has another revision.
 */
export function rejectDocument(
  spine: Spine,
  reach: Reach,
  id: ItemId,
  { note, revision }: ReviewOptions,
): Promise<void> {
  const at = spine.env.now()
  const bank = reach.writes
  return write<void>(spine, reach, 'knowledge.reject', 'knowledge.publish', function* reject() {
    const state = yield* requireState(bank, id, revision)
    if (state.published === state.latest) throw isPublished(state)
    if (state.status === 'rejected' && (yield* saysSo(bank, state, note)))
      return { result: undefined, effect: { ids: [], counts: {} } }
    yield* setStatus(bank, state, 'rejected', at)
    yield* addDocumentEvent(reach, state.rid, { at, event: 'rejected', version: state.latest, note })
    yield* touchBank(reach, at, yield* settleDocument(spine, bank, state))
    return { result: undefined, effect: { ids: [id], counts: { rejected: 1 } } }
  })
}

/**
 * Takes the published version out of retrieval. Throws `not_found`, and `conflict` where none is published or the document
 * has another revision.
 */
export function withdrawDocument(
  spine: Spine,
  reach: Reach,
  id: ItemId,
  { note, revision }: ReviewOptions,
): Promise<void> {
  const at = spine.env.now()
  const bank = reach.writes
  return write<void>(spine, reach, 'knowledge.withdraw', 'knowledge.publish', function* withdraw() {
    const state = yield* requireState(bank, id, revision)
    if (state.published === null) throw nothingPublished()
    yield* setStatus(bank, state, state.published === state.latest ? 'withdrawn' : state.status, at)
    yield* run(sql`update document set published = null where bank = ${bank} and item_rid = ${state.rid}`)
    const change = yield* settleDocument(spine, bank, state)
    yield* addDocumentEvent(reach, state.rid, { at, event: 'withdrawn', version: state.published, note })
    yield* touchBank(reach, at, change)
    return { result: undefined, effect: { ids: [id], counts: { removed: -change.items } } }
  })
}

function* setStatus(bank: string, { rid }: DocumentState, status: DocumentStatus, at: number) {
  yield* run(sql`
    update document set status = ${status}, revision = revision + 1, updated_at = ${at}
    where bank = ${bank} and item_rid = ${rid}`)
}

/** Whether it was rejected with these words; without any, whatever was said. */
function* saysSo(bank: string, { rid, latest }: DocumentState, note: string | undefined): Tx<boolean> {
  if (note === undefined) return true
  const last = yield* get<{ note: string | null }>(sql`
    select note from document_event
    where bank = ${bank} and item_rid = ${rid} and event = 'rejected' and version = ${latest} order by rid desc limit 1`)
  return last?.note === note
}

function isPublished({ latest }: DocumentState): MemoryError {
  return new MemoryError(
    'conflict',
    `version ${latest} is published: it was reviewed already`,
    'to take it out of retrieval: knowledge.withdraw',
  )
}

function nothingPublished(): MemoryError {
  return new MemoryError(
    'conflict',
    'no version of the document is published',
    'to say that the latest is not to be published as it is: knowledge.reject',
  )
}
