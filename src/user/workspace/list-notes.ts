import { MemoryError } from '../../errors.js'
import { inText, sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'
import { type NoteStatus, type NoteType, readNotes, type WorkspaceNote } from './note.js'

export interface NoteQuery {
  readonly types: readonly NoteType[]
  readonly statuses: readonly NoteStatus[]
  /** Milliseconds UTC. */
  readonly since?: number | undefined
  readonly limit: number
  /** The id of the last of the page before. */
  readonly after?: string | undefined
}

/** The newest first, by when they happened. Throws `not_found` where `after` is no note. */
export function* listNotes(bank: string, query: NoteQuery): Tx<WorkspaceNote[]> {
  const { types, statuses, since = Number.MIN_SAFE_INTEGER, limit, after } = query
  const last = after === undefined ? undefined : yield* placeOf(bank, after)
  const { at, rid } = last ?? { at: Number.MAX_SAFE_INTEGER, rid: Number.MAX_SAFE_INTEGER }
  return yield* readNotes(
    bank,
    sql`n.type ${inText(types)} and n.status ${inText(statuses)} and n.at >= ${since}
      and n.at <= ${at} and (n.at, n.item_rid) < (${at}, ${rid})`,
    sql`order by n.at desc, n.item_rid desc limit ${limit}`,
  )
}

function* placeOf(bank: string, id: string): Tx<{ readonly at: number; readonly rid: number }> {
  const place = yield* get<{ at: number; rid: number }>(sql`
    select n.at, n.item_rid as rid from item i join workspace_note n on n.bank = i.bank and n.item_rid = i.rid
    where i.bank = ${bank} and i.id = ${id}`)
  if (place !== undefined) return place
  throw new MemoryError('not_found', 'after: no such note', 'give the `next` of the page before')
}
