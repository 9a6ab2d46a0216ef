import { touchBank } from '../../items/bank.js'
import { dropQuoting } from '../../items/drop-quoting.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { sweepSections } from './drop-sections.js'
import { settleDocument } from './take-out.js'

/**
 * Clears away what an import or a publication of a large document has left that was broken off, and that nobody went on
 * with for some time. One that still goes on, however slow, writes again what it misses.
 */
export async function sweepAbandoned(spine: Spine, reach: Reach): Promise<void> {
  const before = spine.env.now() - ABANDONED_MS
  const bank = reach.writes
  const found = await spine.store.query(abandoned(bank, before))
  const at = spine.env.now()
  for (const { rid } of found)
    await write(spine, reach, 'knowledge.import', 'knowledge.write', function* sweep() {
      const [document] = yield* all<Abandoned>(sql`
        select item_rid as rid, item_id as id, latest from document
        where bank = ${bank} and item_rid = ${rid} and writing_at < ${before}`)
      if (document === undefined) return { result: undefined, effect: { ids: [], counts: {} } }
      yield* touchBank(reach, at, yield* settleDocument(spine, bank, { rid, isWriting: true }))
      if (document.latest === 0) yield* dropDocument(bank, rid)
      return { result: undefined, effect: { ids: [document.id], counts: { swept: 1 } } }
    })
}

const ABANDONED_MS = 10 * 60_000

interface Abandoned {
  readonly rid: number
  readonly id: ItemId
  readonly latest: number
}

function abandoned(bank: string, before: number) {
  return all<Abandoned>(sql`
    select item_rid as rid, item_id as id, latest from document where bank = ${bank} and writing_at < ${before}`)
}

/** Drops a document that was begun, and is not to be: another is there that says the same, or it was forgotten meanwhile. */
export function* dropUnfinished(bank: string, id: ItemId): Tx<void> {
  const begun = yield* get<{ rid: number }>(sql`
    select item_rid as rid from document where bank = ${bank} and item_id = ${id} and latest = 0`)
  if (begun === undefined) return
  yield* sweepSections(bank, begun.rid)
  yield* dropDocument(bank, begun.rid)
}

/** One that never had a version: nobody has seen it, so it leaves no tombstone. */
function* dropDocument(bank: string, rid: number): Tx<void> {
  yield* run(sql`delete from document_source where bank = ${bank} and item_rid = ${rid}`)
  yield* run(sql`delete from document where bank = ${bank} and item_rid = ${rid}`)
  yield* dropQuoting(bank, rid)
}
