import type { ItemId } from '../items/item.js'
import { type BankId, kindOfBank } from '../reach.js'
import { inInt, listInt, sql } from '../store/sql.js'
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
    const superseded = yield* all<{ id: ItemId; rid: number }>(sql`
      select i.id, n.item_rid as rid from workspace_note n
      join item i on i.bank = n.bank and i.rid = n.item_rid
      where n.bank = ${bank} and n.item_rid ${inInt(rids)} and n.status = 'superseded'`)
    const winners = yield* winnersOver(
      bank,
      superseded.map(({ rid }) => rid),
    )
    for (const { id, rid } of superseded) lost.set(id, winners.get(rid) ?? null)
  }
  return lost
}

/** What holds instead, by the loser's row number: the side that was upheld last. */
function* winnersOver(bank: string, losers: readonly number[]): Tx<ReadonlyMap<number, ItemId>> {
  if (losers.length === 0) return new Map()
  const decided = yield* all<Decided>(sql`
    select c.first_rid as loser, c.second_rid as winner, c.decided_at, c.rid
    from workspace_conflict c where c.bank = ${bank} and c.first_rid ${inInt(losers)} and c.keep = 'second'
    union all
    select c.second_rid, c.first_rid, c.decided_at, c.rid
    from workspace_conflict c where c.bank = ${bank} and c.second_rid ${inInt(losers)} and c.keep = 'first'`)
  const notes = yield* all<{ rid: number; id: ItemId; status: string }>(sql`
    select n.item_rid as rid, i.id, n.status from ${listInt(decided.map(({ winner }) => winner))} as wanted
    cross join workspace_note n
    join item i on i.bank = n.bank and i.rid = n.item_rid
    where n.bank = ${bank} and n.item_rid = wanted.value`)
  const ids = new Map(notes.filter(({ status }) => status !== 'superseded').map(({ rid, id }) => [rid, id]))
  const winners = new Map<number, ItemId>()
  for (const { loser, winner } of decided.toSorted((a, b) => a.decided_at - b.decided_at || a.rid - b.rid)) {
    const id = ids.get(winner)
    if (id !== undefined) winners.set(loser, id)
  }
  return winners
}

interface Decided {
  readonly loser: number
  readonly winner: number
  readonly decided_at: number
  readonly rid: number
}

function isWorkspace(bank: string): boolean {
  return kindOfBank(bank as BankId) === 'workspace'
}
