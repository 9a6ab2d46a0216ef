import { MemoryError } from '../../errors.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { inInt, type Sql, sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { holderOf, readFacts, type StoredFact } from './fact.js'
import { setStatus } from './set-status.js'

/**
 * Takes a decision on a contradiction back, by its own id or that of its new side: it waits again, and both sides stand as they did before. Throws `not_found`,
 * and `conflict` where it waits already, or something else has changed one of the sides since.
 */
export function reopenConflict(
  spine: Spine,
  reach: Reach,
  id: string,
): Promise<{ readonly id: string; readonly resolution: 'needs_review' | 'proposed' }> {
  const at = spine.env.now()
  return write(spine, reach, 'memory.reopen_conflict', 'memory.write', function* body() {
    const bank = reach.writes
    const { row, sides } = yield* decided(bank, id)
    const changed =
      row.resolution === 'proposed'
        ? yield* proposeAgain(bank, sides, at)
        : yield* leaveToReview(bank, sides, at)
    yield* run(sql`update fact_conflict set reviewed_at = null where bank = ${bank} and rid = ${row.rid}`)
    yield* run(sql`
      delete from fact_conflict where bank = ${bank} and at = ${row.reviewed_at} and rid > ${row.rid}
        and new_rid ${inInt(sides.rids)} and (old_rid is null or old_rid ${inInt(sides.rids)})`)
    return {
      result: { id: row.id, resolution: row.resolution },
      effect: { ids: [row.id, ...changed], counts: { reopened: 1 } },
    }
  })
}

interface Row {
  readonly rid: number
  readonly id: string
  readonly old_rid: number | null
  readonly new_rid: number
  readonly resolution: 'needs_review' | 'proposed'
  readonly reviewed_at: number | null
}

interface Sides {
  readonly fresh: StoredFact
  readonly old: StoredFact | undefined
  readonly rids: readonly number[]
}

function* decided(bank: string, id: string): Tx<{ readonly row: Row; readonly sides: Sides }> {
  const row = (yield* rowWhere(bank, sql`id = ${id}`)) ?? (yield* ofNewSide(bank, id))
  if (row === undefined) {
    throw new MemoryError('not_found', `no conflict has the id ${id}`, 'see what waits: recollect conflicts')
  }
  if (row.reviewed_at === null) {
    throw new MemoryError('conflict', 'this waits already', 'decide about it: recollect conflicts')
  }
  const rids = [row.new_rid, ...(row.old_rid === null ? [] : [row.old_rid])]
  const facts = yield* readFacts(bank, sql`f.item_rid ${inInt(rids)}`)
  const fresh = facts.find(({ rid }) => rid === row.new_rid)
  if (fresh === undefined) throw hasChanged()
  return { row, sides: { fresh, old: facts.find(({ rid }) => rid === row.old_rid), rids } }
}

function* rowWhere(bank: string, matching: Sql): Tx<Row | undefined> {
  const rows = yield* all<Row>(sql`
    select rid, id, old_rid, new_rid, resolution, reviewed_at from fact_conflict
    where bank = ${bank} and ${matching} and resolution in ('needs_review', 'proposed')`)
  return rows.sort((a, b) => b.rid - a.rid)[0]
}

function* ofNewSide(bank: string, id: string): Tx<Row | undefined> {
  const item = yield* get<{ rid: number }>(sql`select rid from item where bank = ${bank} and id = ${id}`)
  return item === undefined ? undefined : yield* rowWhere(bank, sql`new_rid = ${item.rid}`)
}

/** What was accepted, or taken back, is a proposal again; what it replaced holds again. */
function* proposeAgain(bank: string, { fresh, old }: Sides, at: number): Tx<ItemId[]> {
  if (fresh.status === 'superseded') throw hasChanged()
  if (fresh.status === 'proposed') return []
  const wasAccepted = fresh.status === 'active'
  yield* setStatus(bank, fresh, { status: 'proposed', at })
  if (!wasAccepted || old?.status !== 'superseded') return [fresh.id]
  yield* hold(bank, old, at)
  return [fresh.id, old.id]
}

/** What is new held its key until somebody decided for the old side. */
function* leaveToReview(bank: string, { fresh, old }: Sides, at: number): Tx<ItemId[]> {
  if (fresh.status === 'active') return []
  if (fresh.status !== 'retracted' || old?.status !== 'active') throw hasChanged()
  yield* setStatus(bank, old, { status: 'superseded', validUntil: fresh.validFrom, at })
  yield* hold(bank, fresh, at)
  return [fresh.id, old.id]
}

function* hold(bank: string, fact: StoredFact, at: number): Tx<void> {
  const holder = fact.keyHash === null ? undefined : yield* holderOf(bank, fact.keyHash)
  if (holder !== undefined) throw hasChanged()
  yield* setStatus(bank, fact, { status: 'active', at })
}

function hasChanged(): MemoryError {
  return new MemoryError(
    'conflict',
    'one of its sides has changed since, or was forgotten',
    'restore or retract what is wrong: recollect facts shows what holds',
  )
}
