import type { ItemId, Origin, Trust } from '../../items/item.js'
import { inInt, type Sql, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'

/**
 * What a note of a workspace tells: what was decided, how things are done here, what went wrong once and may again, and
 * how something went.
 */
export const noteTypes = ['decision', 'convention', 'pitfall', 'outcome'] as const
export type NoteType = (typeof noteTypes)[number]

/** `daily`: of these days; `lasting`: it has proved itself; `superseded`: another one holds instead. */
export const noteStatuses = ['daily', 'lasting', 'superseded'] as const
export type NoteStatus = (typeof noteStatuses)[number]

/** A thought with what it is for its workspace. Times are milliseconds UTC. */
export interface WorkspaceNote {
  readonly rid: number
  readonly id: ItemId
  readonly type: NoteType
  readonly text: string
  /** 1 to 5. */
  readonly importance: number
  readonly status: NoteStatus
  /** How often it was said: on another day, by someone else, or out of something else. From 1. */
  readonly said: number
  readonly origin: Origin
  readonly trust: Trust
  /** When it happened, or was said; never later than it was kept: nothing is newer than what is noted now. */
  readonly at: number
  readonly keptAt: number
  readonly promotedAt: number | null
  /** Ids of the conflicts that it is in and nobody has decided. */
  readonly conflicts: readonly string[]
}

/** When a note is of, by the row `i` of its item. */
export const noteTime = sql`case when i.occurred_at < i.recorded_at then i.occurred_at else i.recorded_at end`

/** Notes that match (`n` is the note's row, `i` its item's); in the order that `rest` says, where it says one. */
export function* readNotes(bank: string, matching: Sql, rest: Sql = sql``): Tx<WorkspaceNote[]> {
  const rows = yield* all<Omit<WorkspaceNote, 'conflicts'>>(sql`
    select n.item_rid as rid, i.id, n.type, x.body as text, n.importance, n.status, i.origin, i.trust, n.at,
      i.recorded_at as "keptAt", n.promoted_at as "promotedAt",
      (select count(*) from workspace_saying s where s.bank = n.bank and s.item_rid = n.item_rid) as said
    from workspace_note n
    join item i on i.bank = n.bank and i.rid = n.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where n.bank = ${bank} and ${matching} ${rest}`)
  const open = yield* openConflictsOf(
    bank,
    rows.map(({ rid }) => rid),
  )
  return rows.map((row) => ({ ...row, conflicts: open.get(row.rid) ?? [] }))
}

function* openConflictsOf(bank: string, rids: readonly number[]): Tx<ReadonlyMap<number, readonly string[]>> {
  const sides = yield* all<{ rid: number; id: string }>(sql`
    select first_rid as rid, id from workspace_conflict
    where bank = ${bank} and keep is null and first_rid ${inInt(rids)}
    union all
    select second_rid as rid, id from workspace_conflict
    where bank = ${bank} and keep is null and second_rid ${inInt(rids)}`)
  const open = new Map<number, string[]>()
  for (const { rid, id } of sides.sort((a, b) => (a.id < b.id ? -1 : 1)))
    open.set(rid, [...(open.get(rid) ?? []), id])
  return open
}
