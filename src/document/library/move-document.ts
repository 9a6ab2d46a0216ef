import { touchBank } from '../../items/bank.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { requireOwnKey } from '../../items/tombstone.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { sourceKey } from '../named-document.js'
import { addDocumentEvent } from './document-event.js'
import { requireState } from './document-state.js'

export interface SameDocument {
  readonly id: ItemId
  readonly source: string | null
  readonly latest: number
  readonly versionRid: number
}

/** Documents whose latest version says exactly this, the oldest first. */
export function* documentsThatSay(bank: string, hash: Uint8Array): Tx<SameDocument[]> {
  const found = yield* all<SameDocument>(sql`
    select d.item_id as id, s.source, d.latest, v.rid as "versionRid" from document_version v
    join document d on d.bank = v.bank and d.item_rid = v.item_rid and d.latest = v.number
    left join document_source s on s.bank = d.bank and s.item_rid = d.item_rid
    where v.bank = ${bank} and v.content_hash = ${hash}`)
  // In SQL, an order makes SQLite walk all documents of the bank in it.
  return found.sort((a, b) => a.versionRid - b.versionRid)
}

/** Whether a document came from there. */
export function* isSource(spine: Pick<Spine, 'identityKey'>, bank: string, source: string): Tx<boolean> {
  const row = yield* get(sql`
    select item_rid from document where bank = ${bank} and source_key = ${sourceKey(spine, bank, source)}`)
  return row !== undefined
}

/** Gives a document another source; it keeps all else. False where a document came from there meanwhile. */
export function moveDocument(spine: Spine, reach: Reach, id: ItemId, source: string): Promise<boolean> {
  const at = spine.env.now()
  const bank = reach.writes
  return write(spine, reach, 'knowledge.import', 'knowledge.write', function* move() {
    yield* requireOwnKey(spine)
    if (yield* isSource(spine, bank, source)) return { result: false, effect: { ids: [], counts: {} } }
    const { rid, latest } = yield* requireState(bank, id, undefined)
    const old = yield* get<{ source: string }>(
      sql`select source from document_source where bank = ${bank} and item_rid = ${rid}`,
    )
    // In a new row: what is changed in place can leave its old bytes behind.
    yield* run(sql`delete from document_source where bank = ${bank} and item_rid = ${rid}`)
    yield* run(sql`insert into document_source (bank, item_rid, source) values (${bank}, ${rid}, ${source})`)
    yield* run(sql`
      update document set source_key = ${sourceKey(spine, bank, source)}, revision = revision + 1, updated_at = ${at}
      where bank = ${bank} and item_rid = ${rid}`)
    yield* addDocumentEvent(reach, rid, { at, event: 'moved', version: latest, note: old?.source })
    yield* touchBank(reach, at, { items: 0, words: 0 })
    return { result: true, effect: { ids: [id], counts: { moved: 1 } } }
  })
}
