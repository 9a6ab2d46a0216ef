import { MemoryError } from '../../errors.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { type Sql, sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'
import type { DocumentStatus } from '../document.js'
import { sourceKey } from '../named-document.js'

/** What a write must know of a document: no titles, no texts. */
export interface DocumentState {
  readonly id: ItemId
  readonly rid: number
  readonly status: DocumentStatus
  /** 0 where its first version is still being written. */
  readonly latest: number
  readonly published: number | null
  readonly keepsPublished: boolean
  readonly revision: number
  readonly isWriting: boolean
  /** Of the latest version. */
  readonly contentHash: Uint8Array | null
  readonly title: string | null
  /** Where its file lies; null where nobody said it. */
  readonly placeKey: Uint8Array | null
}

/** The document (`d`) that matches, one of them where several do. */
export function* documentState(bank: string, matching: Sql): Tx<DocumentState | undefined> {
  const row = yield* get<Row>(sql`
    select d.item_id, d.item_rid, d.status, d.latest, d.published, d.keep_published, d.revision, d.writing_at,
      d.place_key, v.content_hash, v.title
    from document d
    left join document_version v on v.bank = d.bank and v.item_rid = d.item_rid and v.number = d.latest
    where d.bank = ${bank} and ${matching} order by d.item_rid limit 1`)
  return (
    row && {
      id: row.item_id as ItemId,
      rid: row.item_rid,
      status: row.status as DocumentStatus,
      latest: row.latest,
      published: row.published,
      keepsPublished: row.keep_published === 1,
      revision: row.revision,
      isWriting: row.writing_at !== null,
      contentHash: row.content_hash,
      title: row.title,
      placeKey: row.place_key,
    }
  )
}

/** A document by its id. Throws `not_found`, and `changed` where it has another revision than the expected one. */
export function* requireState(bank: string, id: ItemId, revision: number | undefined): Tx<DocumentState> {
  const state = yield* documentState(bank, sql`d.item_id = ${id} and d.latest > 0`)
  if (state === undefined) {
    throw new MemoryError(
      'not_found',
      `no document has the id ${id}`,
      'it may have been deleted: knowledge.list shows what is there',
    )
  }
  if (revision === undefined || revision === state.revision) return state
  throw new MemoryError(
    'changed',
    `the document was changed meanwhile: it has revision ${state.revision}, not ${revision}`,
    'look at it again with knowledge.show, and act on what it says now',
  )
}

/** A document of this id or source whose first version is not there yet: an import goes on, or was broken off. */
export function* unfinishedDocument(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  name: string,
): Tx<ItemId | undefined> {
  const row = yield* get<{ id: ItemId }>(sql`
    select item_id as id from document
    where bank = ${bank} and latest = 0 and (item_id = ${name} or source_key = ${sourceKey(spine, bank, name)})`)
  return row?.id
}

interface Row {
  readonly item_id: string
  readonly item_rid: number
  readonly status: string
  readonly latest: number
  readonly published: number | null
  readonly keep_published: number
  readonly revision: number
  readonly writing_at: number | null
  readonly content_hash: Uint8Array | null
  readonly title: string | null
  readonly place_key: Uint8Array | null
}
