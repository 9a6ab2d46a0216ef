import { sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'
import { readNotes } from './note.js'
import { OLD_ENOUGH_MS } from './promote-notes.js'
import type { WorkspaceView } from './render-memory.js'
import { listNoteConflicts } from './resolve-conflict.js'

/** What lasts, what is of the last 30 days, and what waits for a person. */
export function* readWorkspaceView(bank: string, workspace: string, now: number): Tx<WorkspaceView> {
  const lasting = yield* readNotes(
    bank,
    sql`n.status = 'lasting'`,
    sql`order by n.importance desc, n.at desc, n.item_rid desc limit ${SHOWN_MAX}`,
  )
  const recent = yield* readNotes(
    bank,
    sql`n.status = 'daily' and n.at >= ${now - OLD_ENOUGH_MS}`,
    sql`order by n.at desc, n.item_rid desc limit ${SHOWN_MAX}`,
  )
  const standing = yield* get<{ n: number }>(
    sql`select count(*) as n from workspace_note where bank = ${bank} and status in ('daily', 'lasting')`,
  )
  const notes = [...lasting, ...recent]
  return {
    workspace,
    notes,
    conflicts: yield* listNoteConflicts(bank, { isOpen: true, limit: CONFLICTS_MAX }),
    left: (standing?.n ?? 0) - notes.length,
  }
}

const SHOWN_MAX = 200
const CONFLICTS_MAX = 50
