import { MemoryError } from '../../errors.js'
import type { ItemId } from '../../items/item.js'
import { type FoundItem, readItems } from '../../items/read-items.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { inInt, inText, type Sql, sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { holderOf, readFacts, type StoredFact } from './fact.js'
import { enterConflict, type Resolution } from './ledger.js'
import { accept } from './repeat-fact.js'
import { putBack } from './restore-fact.js'
import { setStatus } from './set-status.js'
import { CONFIDENCE } from './weights.js'

/** A contradiction that waits for the user. */
export interface Conflict {
  readonly rid: number
  readonly id: string
  readonly at: number
  readonly resolution: Resolution
  /** What held the key before, or still does; null where nothing did. */
  readonly old: FoundItem | null
  readonly new: FoundItem
}

/** What waits for review in a bank, the newest first; older than the one of this row number. */
export function readConflicts(
  spine: Pick<Spine, 'kinds'>,
  bank: string,
  limit: number,
  before?: number,
): Tx<Conflict[]> {
  const older = before === undefined ? sql`` : sql`and c.rid < ${before}`
  return conflictsWhere(spine, bank, sql`c.reviewed_at is null ${older}`, limit)
}

/** Those of these ids that wait, in the order of the ledger, the newest first. */
export function waitingConflicts(
  spine: Pick<Spine, 'kinds'>,
  bank: string,
  ids: readonly string[],
): Tx<Conflict[]> {
  return conflictsWhere(spine, bank, sql`c.id ${inText(ids)} and c.reviewed_at is null`, ids.length)
}

function* conflictsWhere(
  spine: Pick<Spine, 'kinds'>,
  bank: string,
  matching: Sql,
  limit: number,
): Tx<Conflict[]> {
  const rows = yield* all<Row & { old_id: string | null; new_id: string }>(sql`
    select c.rid, c.id, c.at, c.old_rid, c.new_rid, c.resolution, o.id as old_id, n.id as new_id
    from fact_conflict c
    join item n on n.bank = c.bank and n.rid = c.new_rid
    left join item o on o.bank = c.bank and o.rid = c.old_rid
    where c.bank = ${bank} and ${matching} order by c.rid desc limit ${limit}`)
  const sides = rows.flatMap(({ old_id, new_id }) => (old_id === null ? [new_id] : [old_id, new_id]))
  const items = new Map(
    (yield* readItems(spine, bank, sql`i.id ${inText(sides)}`)).map((item) => [item.rid, item]),
  )
  return rows.flatMap(({ rid, id, at, resolution, old_rid, new_rid }) => {
    const fresh = items.get(new_rid)
    if (fresh === undefined) return []
    return {
      rid,
      id,
      at,
      resolution,
      old: old_rid === null ? null : (items.get(old_rid) ?? null),
      new: fresh,
    }
  })
}

interface Row {
  readonly rid: number
  readonly id: string
  readonly at: number
  readonly old_rid: number | null
  readonly new_rid: number
  readonly resolution: Resolution
}

export interface ConflictResolved {
  readonly id: string
  /** What holds now, if anything does. */
  readonly holds: ItemId | null
  readonly retracted: readonly ItemId[]
}

/**
 * The user's word on a contradiction, by its own id or that of its new side: the old side holds and the new one is taken
 * back, or the new one holds. Throws `not_found` for a row that is absent or another's, `conflict` for one that was
 * reviewed, or whose old side is gone, `invalid_input` to keep an instruction that others propose.
 */
export async function resolveConflict(
  spine: Spine,
  reach: Reach,
  id: string,
  keep: 'old' | 'new',
): Promise<ConflictResolved> {
  const at = spine.env.now()
  const conflictId = spine.env.newId()
  return write(spine, reach, 'memory.resolve_conflict', 'memory.write', function* body() {
    const bank = reach.writes
    const { row, old, fresh } = yield* sidesOf(bank, id)
    yield* run(sql`update fact_conflict set reviewed_at = ${at} where bank = ${bank} and rid = ${row.rid}`)
    const retracted =
      keep === 'old'
        ? yield* keepOld(bank, { old, fresh, at, conflictId })
        : yield* keepNew(bank, { old, fresh, at, conflictId })
    const holds = yield* holdingOf(bank, [fresh, old])
    const ids = [...new Set([...(holds === undefined ? [] : [holds.id]), ...retracted])]
    return {
      result: { id: row.id, holds: holds?.id ?? null, retracted },
      effect: { ids, counts: { resolved: 1, retracted: retracted.length } },
    }
  })
}

interface Deciding {
  readonly old: StoredFact | undefined
  readonly fresh: StoredFact
  readonly at: number
  readonly conflictId: string
}

/** Where something else has taken the newer one's place meanwhile, that stays. */
function* keepOld(bank: string, { old, fresh, at, conflictId }: Deciding): Tx<ItemId[]> {
  if (fresh.status === 'retracted') return []
  if (fresh.status === 'active') {
    if (old === undefined) throw sideIsGone()
    return old.status === 'active' ? [] : yield* putBack(bank, old, { at, conflictId })
  }
  yield* setStatus(bank, fresh, { status: 'retracted', at })
  return [fresh.id]
}

/** What was proposed takes over, whatever is newer by now: the user says so. */
function* keepNew(bank: string, { old, fresh, at, conflictId }: Deciding): Tx<ItemId[]> {
  if (fresh.status !== 'proposed') return []
  // It would hold, and instruct nobody: only the user's own words do.
  if (fresh.category === 'instruction') throw instructsNobody()
  const holder = fresh.keyHash === null ? undefined : yield* holderOf(bank, fresh.keyHash)
  const validFrom = Math.max(fresh.validFrom, holder?.validFrom ?? 0, holder?.confirmedAt ?? 0)
  yield* accept(bank, fresh, { id: conflictId, at, validFrom, confidence: CONFIDENCE.corrected })
  if (fresh.keyHash === null && old?.status === 'active') {
    yield* setStatus(bank, old, { status: 'superseded', validUntil: validFrom, at })
    const sides = { oldRid: old.rid, newRid: fresh.rid }
    yield* enterConflict(bank, { id: conflictId, at, keyHash: null, ...sides, resolution: 'user_corrected' })
  }
  return []
}

/** One of the sides, or what has taken their key meanwhile. */
function* holdingOf(bank: string, sides: readonly (StoredFact | undefined)[]): Tx<StoredFact | undefined> {
  const rids = sides.flatMap((side) => side?.rid ?? [])
  const [side] = yield* readFacts(bank, sql`f.item_rid ${inInt(rids)} and f.status = 'active'`)
  const keyHash = sides.find((one) => one?.keyHash != null)?.keyHash
  return side ?? (keyHash == null ? undefined : yield* holderOf(bank, keyHash))
}

function* sidesOf(
  bank: string,
  id: string,
): Tx<{ readonly row: Row; readonly old: StoredFact | undefined; readonly fresh: StoredFact }> {
  const row = yield* get<Row & { reviewed_at: number | null }>(sql`
    select c.rid, c.id, c.at, c.old_rid, c.new_rid, c.resolution, c.reviewed_at from fact_conflict c
    left join item i on i.bank = c.bank and i.rid = c.new_rid
    where c.bank = ${bank} and (c.id = ${id} or (i.id = ${id} and c.resolution in ('needs_review', 'proposed')))
    order by case when c.reviewed_at is null then 0 else 1 end, c.rid desc limit 1`)
  if (row === undefined) throw new MemoryError('not_found', `no conflict has the id ${id}`, LIST_THEM)
  if (row.reviewed_at !== null) throw new MemoryError('conflict', 'this was decided already', LIST_THEM)
  const sides = yield* readFacts(
    bank,
    sql`f.item_rid ${inInt([row.new_rid, ...(row.old_rid === null ? [] : [row.old_rid])])}`,
  )
  const fresh = sides.find(({ rid }) => rid === row.new_rid)
  if (fresh === undefined) throw sideIsGone()
  return { row, fresh, old: sides.find(({ rid }) => rid === row.old_rid) }
}

function instructsNobody(): MemoryError {
  return new MemoryError(
    'invalid_input',
    'others propose an instruction, and only your own words instruct',
    'add it yourself: recollect instruct add --text "…"; then keep the old one here',
  )
}

const LIST_THEM = 'see what waits: recollect conflicts'

function sideIsGone(): MemoryError {
  return new MemoryError('conflict', 'this side of it was forgotten', LIST_THEM)
}
