import { MemoryError } from '../../errors.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { type Sql, sql } from '../../store/sql.js'
import { all } from '../../store/statement.js'
import { wholeArtifact } from './read-pieces.js'

export interface DamagedArtifact {
  readonly id: ItemId
  readonly problem: string
}

/** Reads artifacts from end to end, of one session or of the whole bank, and answers those that are not what was kept. */
export async function damagedArtifacts(
  spine: Spine,
  bank: string,
  sessionRid?: number,
): Promise<DamagedArtifact[]> {
  const found: DamagedArtifact[] = []
  const isWanted = sessionRid === undefined ? sql`1 = 1` : heldIn(bank, sessionRid)
  for (let after = 0; ; ) {
    const rows = await spine.store.query(
      all<{ rid: number; id: ItemId; hash: Uint8Array; chars: number }>(sql`
        select i.rid, i.id, a.hash, a.chars from artifact a join item i on i.bank = a.bank and i.rid = a.item_rid
        where a.bank = ${bank} and a.item_rid > ${after} and ${isWanted} order by a.item_rid limit ${PAGE_ROWS}`),
    )
    for (const row of rows) {
      const problem = await problemOf(spine, bank, row)
      if (problem !== undefined) found.push({ id: row.id, problem })
      after = row.rid
    }
    if (rows.length < PAGE_ROWS) return found
  }
}

/** Whether an event of the session holds the artifact of item `i`. */
export function heldIn(bank: string, sessionRid: number): Sql {
  return sql`exists (
    select 1 from lineage l
    join item e on e.bank = l.bank and e.id = l.source_id
    join turn t on t.bank = e.bank and t.item_rid = e.rid
    where l.bank = ${bank} and l.item_id = i.id and t.session_rid = ${sessionRid})`
}

const PAGE_ROWS = 100

async function problemOf(
  spine: Spine,
  bank: string,
  artifact: Parameters<typeof wholeArtifact>[2],
): Promise<string | undefined> {
  try {
    for await (const _piece of wholeArtifact(spine, bank, artifact));
    return undefined
  } catch (error) {
    if (error instanceof MemoryError && error.code === 'store_corrupt') return error.message
    throw error
  }
}
