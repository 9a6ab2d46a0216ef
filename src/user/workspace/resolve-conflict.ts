import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import { actorLabel, type Reach } from '../../reach.js'
import { inInt, inText, type Sql, sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { readNotes, type WorkspaceNote } from './note.js'
import { decideConflict, type Verdict } from './note-conflict.js'

/** Two notes that contradict each other, the older first; and what came of it. */
export interface NoteConflict {
  readonly id: string
  /** Milliseconds UTC. */
  readonly at: number
  readonly first: WorkspaceNote
  readonly second: WorkspaceNote
  /** Null while it waits. */
  readonly keep: Verdict | null
  readonly decidedAt: number | null
  /** Null where their trust decided. */
  readonly decidedBy: string | null
  readonly reason: string | null
}

/** Oldest first, behind the conflict with the id `after`. Throws `not_found` for one that is none. */
export function* listNoteConflicts(
  bank: string,
  query: { readonly isOpen: boolean; readonly limit: number; readonly after?: string | undefined },
): Tx<NoteConflict[]> {
  const last = query.after === undefined ? undefined : yield* rowOf(bank, query.after)
  const open = query.isOpen ? sql`c.keep is null` : sql`c.keep is not null`
  return yield* conflictsWhere(bank, sql`${open} and c.rid > ${last?.rid ?? 0}`, query.limit)
}

/** Those of these ids that wait. */
export function waitingNoteConflicts(bank: string, ids: readonly string[]): Tx<NoteConflict[]> {
  return conflictsWhere(bank, sql`c.keep is null and c.id ${inText(ids)}`, ids.length)
}

function* conflictsWhere(bank: string, matching: Sql, limit: number): Tx<NoteConflict[]> {
  const rows = yield* all<Row>(sql`
    select c.rid, c.id, c.at, c.first_rid, c.second_rid, c.keep, c.decided_at, c.decided_by, r.reason
    from workspace_conflict c
    left join workspace_reason r on r.bank = c.bank and r.conflict_id = c.id
    where c.bank = ${bank} and ${matching} order by c.rid limit ${limit}`)
  const sides = rows.flatMap(({ first_rid, second_rid }) => [first_rid, second_rid])
  const notes = new Map(
    (yield* readNotes(bank, sql`n.item_rid ${inInt(sides)}`)).map((note) => [note.rid, note]),
  )
  return rows.flatMap(({ id, at, first_rid, second_rid, keep, decided_at, decided_by, reason }) => {
    const [first, second] = [notes.get(first_rid), notes.get(second_rid)]
    if (first === undefined || second === undefined) return []
    return { id, at, first, second, keep, decidedAt: decided_at, decidedBy: decided_by, reason }
  })
}

/** A person's word on a conflict, once, with their reason. Throws `not_found`, and `conflict` where it is decided. */
export async function resolveNoteConflict(
  spine: Spine,
  reach: Reach,
  { id, keep, reason }: { readonly id: string; readonly keep: Verdict; readonly reason: string },
): Promise<NoteConflict> {
  const bank = reach.writes
  const at = spine.env.now()
  return write(spine, reach, 'workspace.resolve', 'memory.write', function* body() {
    const row = yield* rowOf(bank, id)
    if (row.keep !== null) throw alreadyDecided(row)
    const by = actorLabel(reach.actor)
    const conflict = { id, firstRid: row.first_rid, secondRid: row.second_rid }
    yield* decideConflict(bank, conflict, keep, { at, by, newId: () => spine.env.newId() })
    yield* run(
      sql`insert into workspace_reason (bank, conflict_id, reason) values (${bank}, ${id}, ${reason})`,
    )
    const sides = yield* readNotes(bank, sql`n.item_rid ${inInt([row.first_rid, row.second_rid])}`)
    const [first, second] = sides.sort((a, b) => a.rid - b.rid)
    if (first === undefined || second === undefined) throw noSuchConflict(id)
    return {
      result: { id, at: row.at, first, second, keep, decidedAt: at, decidedBy: by, reason },
      effect: { ids: [id, first.id, second.id], counts: { [`kept_${keep}`]: 1 } },
    }
  })
}

interface Row {
  readonly rid: number
  readonly id: string
  readonly at: number
  readonly first_rid: number
  readonly second_rid: number
  readonly keep: Verdict | null
  readonly decided_at: number | null
  readonly decided_by: string | null
  readonly reason: string | null
}

function* rowOf(bank: string, id: string): Tx<Omit<Row, 'reason'>> {
  const row = yield* get<Omit<Row, 'reason'>>(sql`
    select rid, id, at, first_rid, second_rid, keep, decided_at, decided_by from workspace_conflict
    where bank = ${bank} and id = ${id}`)
  if (row === undefined) throw noSuchConflict(id)
  return row
}

function noSuchConflict(id: string): MemoryError {
  return new MemoryError('not_found', `no conflict of this workspace has the id ${id}`, LIST_THEM)
}

function alreadyDecided({ keep, decided_by }: Omit<Row, 'reason'>): MemoryError {
  const by = decided_by === null ? 'by the trust of the two' : `by ${decided_by}`
  return new MemoryError('conflict', `this was decided already, ${by}: ${keep}`, LIST_THEM)
}

const LIST_THEM = 'see what waits: recollect workspace conflicts'
