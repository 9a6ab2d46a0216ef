import { trusts } from '../../items/item.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
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

/**
 * Two notes that cannot both hold. What a person has said stands against what an agent has; of two that are trusted alike
 * a person decides (DESIGN: a conflict of equal strength is not decided by code). Answers the conflict's id.
 */
export function* enterNoteConflict(bank: string, a: Side, b: Side, deciding: Deciding): Tx<string> {
  const [first, second] = a.rid < b.rid ? [a, b] : [b, a]
  const { at, newId } = deciding
  const known = yield* get<{ id: string }>(sql`
    select id from workspace_conflict
    where bank = ${bank} and first_rid = ${first.rid} and second_rid = ${second.rid}`)
  const id = known?.id ?? newId()
  if (known === undefined)
    yield* run(sql`
      insert into workspace_conflict (bank, id, at, first_rid, second_rid)
      values (${bank}, ${id}, ${at}, ${first.rid}, ${second.rid})`)
  else yield* reopen(bank, id, at)
  const difference = trusts.indexOf(first.trust) - trusts.indexOf(second.trust)
  if (difference !== 0) {
    const conflict = { id, firstRid: first.rid, secondRid: second.rid }
    yield* decideConflict(bank, conflict, difference < 0 ? 'first' : 'second', { ...deciding, by: null })
  }
  return id
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

/** What the note states holds again where the other one had taken its place. */
function* uphold(bank: string, rid: number, { at, newId }: Deciding): Tx<void> {
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
