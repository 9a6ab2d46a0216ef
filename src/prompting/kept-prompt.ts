import { MemoryError } from '../errors.js'
import type { ItemId, Origin } from '../items/item.js'
import { type FoundItem, noSuchItem, readItems } from '../items/read-items.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { inText, sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import type { EventData, SessionEvent } from '../task/event.js'
import { type AssemblyDetail, assemblyDetail } from './assembly-detail.js'

/** A prompt as its event keeps it. Times are milliseconds UTC. */
export interface KeptPromptRow {
  readonly id: ItemId
  readonly session: string
  readonly seq: number
  readonly at: number
  readonly origin: Origin
  readonly data: string
}

/** What is kept of a prompt; null where the event is of another program, or came from elsewhere. */
export function keptDetail({ origin, data }: Pick<KeptPromptRow, 'origin' | 'data'>): AssemblyDetail | null {
  const event = { type: 'recall', origin, data: JSON.parse(data) as EventData }
  return assemblyDetail(event as SessionEvent)
}

export interface KeptPrompt {
  readonly row: KeptPromptRow
  readonly detail: AssemblyDetail
  /** Those of its items that are still there. */
  readonly items: ReadonlyMap<string, FoundItem>
}

/** A prompt as it was decided about, without being assembled again. Throws `not_found`, `invalid_input` for what is none. */
export function* readKeptPrompt(spine: Spine, { reads }: Reach, id: string): Tx<KeptPrompt> {
  for (const bank of reads) {
    const row = yield* get<KeptPromptRow>(sql`
      select i.id, s.name as session, t.seq, coalesce(i.occurred_at, i.recorded_at) as at, i.origin, d.data
      from item i
      join turn t on t.bank = i.bank and t.item_rid = i.rid
      join session s on s.bank = t.bank and s.rid = t.session_rid
      join event_data d on d.bank = i.bank and d.item_rid = i.rid
      where i.bank = ${bank} and i.id = ${id} and t.type = 'recall'`)
    if (row === undefined) {
      if ((yield* get(sql`select 1 as one from item where bank = ${bank} and id = ${id}`)) === undefined)
        continue
      throw noPrompt(id)
    }
    const detail = keptDetail(row)
    if (detail === null) throw noPrompt(id)
    const ids = detail.items.map(([, item]) => item)
    const found = yield* readItems(spine, bank, sql`i.id ${inText(ids)}`)
    return { row, detail, items: new Map(found.map((item) => [item.id, item])) }
  }
  throw noSuchItem(id)
}

/** Of a session: the id of the prompt that was kept last. */
export function* latestPrompt({
  bank,
  rid,
}: {
  readonly bank: string
  readonly rid: number
}): Tx<string | undefined> {
  const row = yield* get<{ id: string }>(sql`
    select i.id from turn t join item i on i.bank = t.bank and i.rid = t.item_rid
    where t.bank = ${bank} and t.session_rid = ${rid} and t.type = 'recall' order by t.seq desc limit 1`)
  return row?.id
}

function noPrompt(id: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    `${id} is no prompt that was kept here`,
    'give an assemblyId, as prompt.assemble answers it, or the id of a recall event of the transcript',
  )
}
