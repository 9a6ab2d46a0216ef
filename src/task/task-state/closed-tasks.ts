import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import type { WantedJob } from '../../store/jobs.js'
import { sql } from '../../store/sql.js'
import { all, get, run } from '../../store/statement.js'
import { clip } from '../../text/clip.js'
import { EXTRACTION_MAX_CHARS } from './task-state.js'

/** A closed task whose session is to be read for what lasts. */
export interface ClosedTask {
  readonly rid: number
  readonly id: string
  /** The session's row number; undefined where it was forgotten meanwhile. */
  readonly sessionRid: number | undefined
  /** What stands in it while it is read, by which the reading knows that it is still its own. */
  readonly mark: string
}

/** Who was to read it and has said nothing for so long has died. */
const READING_MS = 10 * 60_000

/** Whether some wait in the bank. Cheap: most calls find none. */
export async function closedTasksWait({ store, env }: Spine, { writes: bank }: Reach): Promise<boolean> {
  const row = await store.query(
    get(sql`select 1 as waits from task where bank = ${bank} and ${waits(env.now())} limit 1`),
  )
  return row !== undefined
}

/** Where many processes share the store, who has it reads the closed tasks of the bank (store/jobs.ts). */
export function tasksJob({ writes: bank, actor }: Reach): WantedJob {
  return { bank, kind: 'read-tasks', subject: '', actor: JSON.stringify(actor) }
}

/** Takes one that waits, so that no one else reads it too; one that nobody has taken yet first. Undefined where none does. */
export function takeClosedTask(
  spine: Spine,
  reach: Reach,
  { isAlone = false }: { readonly isAlone?: boolean } = {},
): Promise<ClosedTask | undefined> {
  const bank = reach.writes
  const now = spine.env.now()
  return write<ClosedTask | undefined>(spine, reach, 'task.close', 'memory.write', function* take() {
    const [task] = yield* all<{ rid: number; id: string; session: number | null }>(sql`
      select k.item_rid as rid, k.item_id as id, s.rid as session from task k
      left join session s on s.bank = k.bank and s.name_key = k.session_key
      where k.bank = ${bank} and ${isAlone ? isLeft() : waits(now)} order by k.extraction limit 1`)
    if (task === undefined) return { result: undefined, effect: { ids: [], counts: {} } }
    const mark = `${READING}${now}`
    yield* run(sql`update task set extraction = ${mark} where bank = ${bank} and item_rid = ${task.rid}`)
    const { rid, id, session } = task
    return {
      result: { rid, id, sessionRid: session ?? undefined, mark },
      effect: { ids: [id], counts: { reading: 1 } },
    }
  })
}

/** Keeps what came of it: `done`, or why nothing did. */
export function settleClosedTask(
  spine: Spine,
  reach: Reach,
  { rid, id, mark }: ClosedTask,
  outcome: string,
): Promise<void> {
  return write<void>(spine, reach, 'task.close', 'memory.write', function* settle() {
    // It may have been opened again, and closed, and be read by someone else now.
    const settled = yield* run(sql`
      update task set extraction = ${clip(outcome, EXTRACTION_MAX_CHARS)}
      where bank = ${reach.writes} and item_rid = ${rid} and status = 'closed' and extraction = ${mark}`)
    return { result: undefined, effect: { ids: [id], counts: { read: settled } } }
  })
}

const READING = 'reading since '

/** Waits, or was being read by someone who has died since: whoever asks is alone. */
function isLeft() {
  return sql`extraction >= 'pending' and extraction < ${`${READING}~`} and (extraction = 'pending' or extraction > ${READING})`
}

/** `reading since 1700000000000`: times of the same length compare as texts do, behind `pending`: so one range of the index. */
function waits(now: number) {
  return sql`extraction >= 'pending' and extraction < ${`${READING}${now - READING_MS}`}
    and (extraction = 'pending' or extraction > ${READING})`
}
