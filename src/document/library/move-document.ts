import { MemoryError } from '../../errors.js'
import { touchBank } from '../../items/bank.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { requireOwnKey } from '../../items/tombstone.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { sourceKey } from '../named-document.js'
import { placeKey } from '../place-key.js'
import { addDocumentEvent } from './document-event.js'
import { requireState } from './document-state.js'
import type { DocumentOrigin } from './known-document.js'

export interface SameDocument {
  readonly id: ItemId
  readonly source: string | null
  /** Where its file lies; null where nobody said it. */
  readonly placeKey: Uint8Array | null
  readonly status: string
  readonly latest: number
  readonly versionRid: number
}

/** Documents whose latest version says exactly this, the oldest first. */
export function* documentsThatSay(bank: string, hash: Uint8Array): Tx<SameDocument[]> {
  const found = yield* all<SameDocument>(sql`
    select d.item_id as id, s.source, d.place_key as "placeKey", d.status, d.latest, v.rid as "versionRid"
    from document_version v
    join document d on d.bank = v.bank and d.item_rid = v.item_rid and d.latest = v.number
    left join document_source s on s.bank = d.bank and s.item_rid = d.item_rid
    where v.bank = ${bank} and v.content_hash = ${hash}`)
  // In SQL, an order makes SQLite walk all documents of the bank in it.
  return found.sort((a, b) => a.versionRid - b.versionRid)
}

/** Gives a document another source, and place; it keeps all else. False where another document is called so. */
export function moveDocument(
  spine: Spine,
  reach: Reach,
  id: ItemId,
  { source, place }: Pick<DocumentOrigin, 'source' | 'place'>,
): Promise<boolean> {
  const at = spine.env.now()
  const bank = reach.writes
  return write(spine, reach, 'knowledge.import', 'knowledge.write', function* move() {
    yield* requireOwnKey(spine)
    const key = sourceKey(spine, bank, source)
    const placed = place === undefined ? null : placeKey(spine, bank, place)
    const other = yield* get(sql`
      select item_rid from document
      where bank = ${bank} and item_id <> ${id} and (source_key = ${key} or place_key = ${placed})`)
    if (other !== undefined) return { result: false, effect: { ids: [], counts: {} } }
    const { rid, latest } = yield* requireState(bank, id, undefined)
    const old = yield* get<{ source: string }>(
      sql`select source from document_source where bank = ${bank} and item_rid = ${rid}`,
    )
    // In a new row: what is changed in place can leave its old bytes behind.
    yield* run(sql`delete from document_source where bank = ${bank} and item_rid = ${rid}`)
    yield* run(sql`insert into document_source (bank, item_rid, source) values (${bank}, ${rid}, ${source})`)
    yield* run(sql`
      update document set source_key = ${key}, place_key = ${placed}, revision = revision + 1, updated_at = ${at}
      where bank = ${bank} and item_rid = ${rid}`)
    yield* addDocumentEvent(reach, rid, { at, event: 'moved', version: latest, note: old?.source })
    yield* touchBank(reach, at, { items: 0, words: 0 })
    return { result: true, effect: { ids: [id], counts: { moved: 1 } } }
  })
}

/** Gives the document of this place this source. False where it is called so already. Throws `conflict` where another is. */
export async function renameDocument(spine: Spine, reach: Reach, origin: DocumentOrigin): Promise<boolean> {
  const { source, place } = origin
  if (place === undefined) return false
  const there = await spine.store.read(function* look() {
    return yield* get<{ id: ItemId; source: string | null }>(sql`
      select d.item_id as id, s.source from document d
      left join document_source s on s.bank = d.bank and s.item_rid = d.item_rid
      where d.bank = ${reach.writes} and d.place_key = ${placeKey(spine, reach.writes, place)}`)
  })
  if (there === undefined || there.source === source) return false
  if (await moveDocument(spine, reach, there.id, origin)) return true
  throw new MemoryError('conflict', `another document is called ${source}`, 'give it another name')
}
