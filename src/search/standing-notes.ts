import type { ItemId } from '../items/item.js'
import { type BankId, kindOfBank } from '../reach.js'
import { inInt, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import type { FoundRow } from './candidate.js'
import type { Fused } from './fuse.js'

/**
 * Ranks notes of a workspace that have lost behind those that hold instead of them, and behind all others where none of
 * these was found. Each says so.
 */
export function* standingFirst(ranked: readonly Fused[], banks: readonly string[]): Tx<readonly Fused[]> {
  if (!banks.some(isWorkspace)) return ranked
  const lost = yield* lostNotes(ranked.map(({ row }) => row))
  if (lost.size === 0) return ranked
  const settled = ranked.filter(({ row }) => !lost.has(row.id))
  // The best last: it comes to stand before the others behind the same winner.
  for (const entry of ranked.filter(({ row }) => lost.has(row.id)).toReversed()) {
    const by = lost.get(entry.row.id) ?? null
    const found = settled.findIndex(({ row }) => row.id === by)
    const at = found === -1 ? settled.length : Math.max(found + 1, placeOf(entry, settled))
    settled.splice(at, 0, {
      ...entry,
      score: Math.min(entry.score, settled[at - 1]?.score ?? entry.score),
      reasons: [...entry.reasons.filter(({ kind }) => kind !== 'superseded'), { kind: 'superseded', by }],
    })
  }
  return settled
}

/** Before the first that is worth less. */
function placeOf({ score }: Fused, settled: readonly Fused[]): number {
  const found = settled.findIndex((other) => other.score < score)
  return found === -1 ? settled.length : found
}

/** Of these, the notes of a workspace that are superseded; with what holds instead, null where nothing does. */
export function* lostNotes(rows: readonly FoundRow[]): Tx<ReadonlyMap<ItemId, ItemId | null>> {
  const lost = new Map<ItemId, ItemId | null>()
  for (const bank of new Set(rows.map((row) => row.bank))) {
    if (!isWorkspace(bank)) continue
    const rids = rows.filter((row) => row.bank === bank && row.kind === 'thought').map(({ rid }) => rid)
    const found = yield* all<{ id: ItemId; by: ItemId | null }>(sql`
      select i.id, (
        select w.id from workspace_conflict c
        join workspace_note o on o.bank = c.bank and o.status <> 'superseded'
          and o.item_rid = case when c.first_rid = n.item_rid then c.second_rid else c.first_rid end
        join item w on w.bank = o.bank and w.rid = o.item_rid
        where c.bank = n.bank and ((c.first_rid = n.item_rid and c.keep = 'second')
          or (c.second_rid = n.item_rid and c.keep = 'first'))
        order by c.decided_at desc, c.rid desc limit 1) as by
      from workspace_note n join item i on i.bank = n.bank and i.rid = n.item_rid
      where n.bank = ${bank} and n.item_rid ${inInt(rids)} and n.status = 'superseded'`)
    for (const { id, by } of found) lost.set(id, by)
  }
  return lost
}

function isWorkspace(bank: string): boolean {
  return kindOfBank(bank as BankId) === 'workspace'
}
