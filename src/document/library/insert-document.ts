import { addQuoting, type PreparedItem, prepareItem } from '../../items/add.js'
import { type ItemId, trustOf } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { run, type Tx } from '../../store/statement.js'
import { sourceKey } from '../named-document.js'
import { placeKey } from '../place-key.js'
import type { DocumentState } from './document-state.js'

/** The item of a document: it says the title, and stands in no index. */
export function documentItem(spine: Spine, reach: Reach, id: ItemId, title: string): PreparedItem {
  const item = prepareItem(spine, reach, {
    kind: 'document',
    text: title,
    origin: 'document',
    trust: trustOf('document', []),
    occurredAt: null,
    // Documents may say the same: what is forgotten is known by what they say (./document-kind.ts).
    identity: [id],
    quotes: true,
  })
  return { ...item, id }
}

/** A document without a version: nobody sees it before it has one. */
export function* insertDocument(
  spine: Pick<Spine, 'identityKey'>,
  reach: Reach,
  { item, source, place, at }: NewDocument,
): Tx<DocumentState> {
  const bank = reach.writes
  const rid = yield* addQuoting(reach, item)
  const key = source === null ? null : sourceKey(spine, bank, source)
  const placed = place === undefined ? null : placeKey(spine, bank, place)
  yield* run(sql`
    insert into document (bank, item_rid, item_id, status, source_key, place_key, latest, published, keep_published,
      revision, writing_at, created_at, updated_at)
    values (${bank}, ${rid}, ${item.id}, 'pending', ${key}, ${placed}, 0, null, 0, 0, null, ${at}, ${at})`)
  if (source !== null)
    yield* run(sql`
      insert into document_source (bank, item_rid, source) values (${bank}, ${rid}, ${source})`)
  return {
    id: item.id,
    rid,
    status: 'pending',
    latest: 0,
    published: null,
    keepsPublished: false,
    revision: 0,
    isWriting: false,
    contentHash: null,
    title: null,
    placeKey: placed,
  }
}

interface NewDocument {
  readonly item: PreparedItem
  readonly source: string | null
  readonly place: string | undefined
  readonly at: number
}
