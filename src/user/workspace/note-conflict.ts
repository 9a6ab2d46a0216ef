import { trusts } from '../../items/item.js'
import { inInt, sql } from '../../store/sql.js'
import { all, column, get, run, type Tx } from '../../store/statement.js'
import { readFacts } from '../facts/fact.js'
import { putBack } from '../facts/restore-fact.js'
import { setStatus } from '../facts/set-status.js'
import type { WorkspaceNote } from './note.js'

/** Which of the two holds. */
export const verdicts = ['first', 'second', 'both', 'neither'] as const
export type Verdict = (typeof verdicts)[number]

/** A row of the queue, and of what came of it; the older note is the first. */
export interface ConflictRow {
  readonly id: string
  readonly firstRid: number
  readonly secondRid: number
}

export interface Deciding {
  readonly at: number
  /** Null where the trust of the two decides. */
  readonly by: string | null
  readonly newId: () => string
}

type Side = Pick<WorkspaceNote, 'rid' | 'trust'>

/** A note that says otherwise. `isAsked`: a person decides, whoever said it. */
export interface Contrary {
  readonly note: Side
  readonly isAsked: boolean
}

/**
 * A note and those with which it cannot hold. What a person has said, or upheld, stands against what an agent has; of two
 * that are trusted alike a person decides (DESIGN: a conflict of equal strength is not decided by code). A note that has
 * lost contradicts nothing any more: the strongest come first, so that it takes no other one with it.
 */
export function* enterNoteConflicts(
  bank: string,
  note: Side,
  contraries: readonly Contrary[],
  deciding: Deciding,
): Tx<void> {
  const strength = yield* strengthIn(bank, [note, ...contraries.map((one) => one.note)])
  for (const { note: other, isAsked } of contraries.toSorted(
    (a, b) => strength(b.note) - strength(a.note) || Number(a.isAsked) - Number(b.isAsked),
  )) {
    const difference = isAsked ? 0 : strength(note) - strength(other)
    yield* enterNoteConflict(bank, note, other, { ...deciding, difference })
    if (difference < 0) return
  }
}

/** A note in the place of another one that says the same. */
export function* replaceNote(bank: string, note: Side, other: Side, deciding: Deciding): Tx<void> {
  yield* enterNoteConflict(bank, note, other, { ...deciding, difference: 1 })
}

/** How much a note weighs: what a person has upheld as much as what one has said. */
function* strengthIn(bank: string, notes: readonly Side[]): Tx<(note: Side) => number> {
  const rids = notes.map(({ rid }) => rid)
  // Only what was decided on itself has a reason, and not what fell with another one.
  const upheld = new Set(
    yield* column<number>(sql`
    select c.first_rid from workspace_conflict c
    join workspace_reason r on r.bank = c.bank and r.conflict_id = c.id
    where c.bank = ${bank} and c.first_rid ${inInt(rids)} and c.keep in ('first', 'both')
    union
    select c.second_rid from workspace_conflict c
    join workspace_reason r on r.bank = c.bank and r.conflict_id = c.id
    where c.bank = ${bank} and c.second_rid ${inInt(rids)} and c.keep in ('second', 'both')`),
  )
  return ({ rid, trust }) => -trusts.indexOf(upheld.has(rid) ? 'stated' : trust)
}

/** `difference`: above 0 where `note` is the stronger one. */
function* enterNoteConflict(
  bank: string,
  note: Side,
  other: Side,
  deciding: Deciding & { readonly difference: number },
): Tx<void> {
  const [first, second] = note.rid < other.rid ? [note, other] : [other, note]
  const { at, newId, difference } = deciding
  const known = yield* get<{ id: string }>(sql`
    select id from workspace_conflict
    where bank = ${bank} and first_rid = ${first.rid} and second_rid = ${second.rid}`)
  const id = known?.id ?? newId()
  if (known === undefined)
    yield* run(sql`
      insert into workspace_conflict (bank, id, at, first_rid, second_rid)
      values (${bank}, ${id}, ${at}, ${first.rid}, ${second.rid})`)
  else yield* reopen(bank, id, at)
  if (difference === 0) return
  const conflict = { id, firstRid: first.rid, secondRid: second.rid }
  const keep = difference > 0 === (first === note) ? 'first' : 'second'
  yield* decideConflict(bank, conflict, keep, { ...deciding, by: null })
}

/** Whose place is taken is superseded, and never deleted; what else it was in conflict with stands. */
export function* decideConflict(
  bank: string,
  { id, firstRid, secondRid }: ConflictRow,
  keep: Verdict,
  deciding: Deciding,
): Tx<void> {
  const { at, by } = deciding
  yield* run(sql`
    update workspace_conflict set keep = ${keep}, decided_at = ${at}, decided_by = ${by}
    where bank = ${bank} and id = ${id}`)
  const losers = [
    ...(keep === 'second' || keep === 'neither' ? [firstRid] : []),
    ...(keep === 'first' || keep === 'neither' ? [secondRid] : []),
  ]
  for (const rid of losers) yield* supersede(bank, rid, deciding)
  for (const rid of [firstRid, secondRid]) if (!losers.includes(rid)) yield* uphold(bank, rid, deciding)
}

function* supersede(bank: string, rid: number, { at, by }: Deciding): Tx<void> {
  yield* run(sql`update workspace_note set status = 'superseded' where bank = ${bank} and item_rid = ${rid}`)
  yield* run(sql`
    update workspace_conflict set keep = 'second', decided_at = ${at}, decided_by = ${by}
    where bank = ${bank} and keep is null and first_rid = ${rid}`)
  yield* run(sql`
    update workspace_conflict set keep = 'first', decided_at = ${at}, decided_by = ${by}
    where bank = ${bank} and keep is null and second_rid = ${rid}`)
  for (const fact of yield* readFacts(bank, sql`f.status = 'active' and ${restsOn(bank, rid)}`)) {
    const others = yield* all<{ rid: number }>(sql`
      select s.source_rid as rid from fact_source s
      left join workspace_note n on n.bank = s.bank and n.item_rid = s.source_rid
      where s.bank = ${bank} and s.item_rid = ${fact.rid} and (n.status is null or n.status <> 'superseded')`)
    if (others.length === 0) yield* setStatus(bank, fact, { status: 'superseded', validUntil: at, at })
  }
}

/** What is kept stands, and what it states holds again where the other one had taken its place. */
function* uphold(bank: string, rid: number, { at, newId }: Deciding): Tx<void> {
  yield* run(sql`
    update workspace_note set status = 'daily', promoted_at = null
    where bank = ${bank} and item_rid = ${rid} and status = 'superseded'`)
  for (const fact of yield* readFacts(bank, sql`f.status = 'superseded' and ${restsOn(bank, rid)}`)) {
    if (fact.keyHash === null) continue
    const holder = yield* readFacts(bank, sql`f.key_hash = ${fact.keyHash} and f.status = 'active'`)
    if (holder.length === 0) yield* putBack(bank, fact, { at, conflictId: newId() })
  }
}

function restsOn(bank: string, rid: number) {
  return sql`f.item_rid in (select item_rid from fact_source where bank = ${bank} and source_rid = ${rid})`
}

function* reopen(bank: string, id: string, at: number): Tx<void> {
  yield* run(sql`
    update workspace_conflict set keep = null, decided_at = null, decided_by = null, at = ${at}
    where bank = ${bank} and id = ${id}`)
  yield* run(sql`delete from workspace_reason where bank = ${bank} and conflict_id = ${id}`)
}
