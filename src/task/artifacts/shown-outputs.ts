import type { ItemId } from '../../items/item.js'
import { inText, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'

export interface ShownOutput {
  readonly artifact: ItemId
  readonly pointer: string
}

/** The outputs of events that are there, by the event. By lineage: another store's archive may know them by other ids. */
export function* shownOutputs(bank: string, events: readonly ItemId[]): Tx<ReadonlyMap<ItemId, ShownOutput>> {
  if (events.length === 0) return new Map()
  const rows = yield* all<ShownOutput & { event: ItemId }>(sql`
    select l.source_id as event, i.id as artifact, x.body as pointer
    from lineage l
    join item i on i.bank = l.bank and i.id = l.item_id and i.kind = 'artifact'
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where l.bank = ${bank} and l.source_id ${inText(events)}`)
  return new Map(rows.map(({ event, ...output }) => [event, output]))
}
