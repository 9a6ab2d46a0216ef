import type { ItemId } from '../items/item.js'
import { sql } from '../store/sql.js'
import { all, get, type Tx } from '../store/statement.js'
import type { BlockName } from '../task/prompt/block.js'
import type { ReasonCode } from '../task/prompt/reason.js'
import { readDecision } from './assembly-detail.js'
import { type KeptPromptRow, keptDetail } from './kept-prompt.js'

/** A prompt for which an item was thought of, and what was decided about it. Times are milliseconds UTC. */
export interface PromptUse {
  readonly assemblyId: ItemId
  readonly session: string
  readonly seq: number
  readonly at: number
  readonly block: BlockName
  readonly reason: ReasonCode
  readonly tokens: number
  readonly by: string | null
}

export interface PromptUses {
  readonly uses: readonly PromptUse[]
  /** The prompt at which the look ended; undefined where there is none behind it. */
  readonly end: ItemId | undefined
}

/**
 * Prompts that were kept and for which an item was thought of, the newest first, behind the prompt `after`. Looks through
 * a thousand prompts at most; the next look goes on from there.
 */
export function* promptsWith(
  bank: string,
  item: string,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): Tx<PromptUses> {
  const uses: PromptUse[] = []
  let place = after === undefined ? NEWEST : yield* placeOf(bank, after)
  let end: ItemId | undefined
  for (let looked = 0; looked < LOOKED_MAX; ) {
    const rows = yield* all<KeptPromptRow & { rid: number }>(sql`
      select t.item_rid as rid, i.id, s.name as session, t.seq, coalesce(i.occurred_at, i.recorded_at) as at, i.origin, d.data
      from turn t
      join item i on i.bank = t.bank and i.rid = t.item_rid
      join session s on s.bank = t.bank and s.rid = t.session_rid
      join event_data d on d.bank = t.bank and d.item_rid = t.item_rid
      where t.bank = ${bank} and t.type = 'recall' and t.item_rid < ${place}
      order by t.item_rid desc limit ${PAGE}`)
    for (const row of rows) {
      end = row.id
      place = row.rid
      looked += 1
      uses.push(...usesIn(row, item))
      if (uses.length >= limit) return { uses, end }
    }
    if (rows.length < PAGE) return { uses, end: undefined }
  }
  return { uses, end }
}

const NEWEST = Number.MAX_SAFE_INTEGER
const LOOKED_MAX = 1_000
const PAGE = 50

/** A prompt that is forgotten by now is no place any more: what is left is looked through from the beginning. */
function* placeOf(bank: string, id: string): Tx<number> {
  const row = yield* get<{ rid: number }>(sql`select rid from item where bank = ${bank} and id = ${id}`)
  return row?.rid ?? NEWEST
}

/** A turn may stand in two blocks of a prompt. */
function usesIn(row: KeptPromptRow, item: string): PromptUse[] {
  // Most prompts do not speak of it: reading them as JSON would take most of the time.
  if (!row.data.includes(item)) return []
  const detail = keptDetail(row)
  if (detail === null) return []
  const { id: assemblyId, session, seq, at } = row
  return detail.items
    .map(readDecision)
    .filter(({ id }) => id === item)
    .map(({ block, reason, tokens, by }) => ({ assemblyId, session, seq, at, block, reason, tokens, by }))
}
