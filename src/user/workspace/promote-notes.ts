import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { inInt, type Sql, sql } from '../../store/sql.js'
import { run, type Tx } from '../../store/statement.js'
import { DAY_MS } from '../../text/zone.js'
import { readNotes, type WorkspaceNote } from './note.js'

/**
 * Why a daily note is promoted (`important`, `repeated`) or stays what it is. `contested`: a person has yet to decide
 * whether it holds.
 */
export const promotionReasons = [
  'important',
  'repeated',
  'outcome',
  'contested',
  'too_young',
  'unimportant',
] as const
export type PromotionReason = (typeof promotionReasons)[number]

export interface Promotion {
  readonly note: WorkspaceNote
  readonly isPromoted: boolean
  readonly reason: PromotionReason
}

/** The rule below, as the store finds them. */
function ripeBy(now: number): Sql {
  return sql`(n.type <> 'outcome' and i.recorded_at <= ${now - OLD_ENOUGH_MS}
    and (n.importance >= ${IMPORTANT} or ${REPEATED} <= (
      select count(*) from workspace_saying s where s.bank = n.bank and s.item_rid = n.item_rid))
    and not exists (select 1 from workspace_conflict c
      where c.bank = n.bank and c.first_rid = n.item_rid and c.keep is null)
    and not exists (select 1 from workspace_conflict c
      where c.bank = n.bank and c.second_rid = n.item_rid and c.keep is null))`
}

/**
 * The rule of promotion (DESIGN: Workspace memory): 30 days old, and important (4 of 5) or said twice. The days count from
 * when it was kept, whenever it happened: in them everybody could contradict it. Outcomes are never promoted.
 */
function promotionOf(note: WorkspaceNote, now: number): PromotionReason {
  if (note.type === 'outcome') return 'outcome'
  if (note.conflicts.length > 0) return 'contested'
  if (now - note.keptAt < OLD_ENOUGH_MS) return 'too_young'
  if (note.importance >= IMPORTANT) return 'important'
  return note.said >= REPEATED ? 'repeated' : 'unimportant'
}

/**
 * Makes daily notes lasting, as the rule says; `dryRun`: only tells. At most so many in one call, the oldest first, those
 * that become lasting before all others: what never does would stand in their way for good.
 */
export async function promoteNotes(
  spine: Spine,
  reach: Reach,
  { dryRun, limit }: { readonly dryRun: boolean; readonly limit: number },
): Promise<readonly Promotion[]> {
  const bank = reach.writes
  const now = spine.env.now()
  function* judge(): Tx<Promotion[]> {
    const oldest = (most: number) => sql`order by n.at, n.item_rid limit ${most}`
    const ripe = yield* readNotes(bank, sql`n.status = 'daily' and ${ripeBy(now)}`, oldest(limit))
    const others = yield* readNotes(
      bank,
      sql`n.status = 'daily' and not ${ripeBy(now)}`,
      oldest(limit - ripe.length),
    )
    const notes = [...ripe, ...others].sort((a, b) => a.at - b.at || a.rid - b.rid)
    return notes.map((note) => {
      const reason = promotionOf(note, now)
      return { note, reason, isPromoted: reason === 'important' || reason === 'repeated' }
    })
  }
  if (dryRun) return spine.store.read(judge)
  return write<readonly Promotion[]>(spine, reach, 'workspace.promote', 'memory.write', function* body() {
    const judged = yield* judge()
    const promoted = judged.filter(({ isPromoted }) => isPromoted).map(({ note }) => note)
    yield* run(sql`
      update workspace_note set status = 'lasting', promoted_at = ${now}
      where bank = ${bank} and item_rid ${inInt(promoted.map(({ rid }) => rid))}`)
    return {
      result: judged,
      effect: { ids: promoted.map(({ id }) => id), counts: { promoted: promoted.length } },
    }
  })
}

export const OLD_ENOUGH_MS = 30 * DAY_MS
const IMPORTANT = 4
const REPEATED = 2
