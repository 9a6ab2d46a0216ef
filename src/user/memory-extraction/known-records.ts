import type { ItemId } from '../../items/item.js'
import { inBank } from '../../reach.js'
import { inText, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import { allRecords } from '../records/all-records.js'
import { recordGeneration } from '../records/record-generation.js'
import type { ListedRecord } from '../records/record-store.js'
import { partsOfRecord } from '../records/record-text.js'
import type { ExtractionCall } from './extraction-call.js'
import type { KnownRecord } from './reconcile.js'

/** All records of the bank that is written to, as of one generation. */
export interface KnownRecords {
  readonly generation: string
  readonly records: readonly KnownRecord[]
}

export async function knownRecords({ spine, reach, records }: ExtractionCall): Promise<KnownRecords> {
  const own = inBank(reach, reach.writes)
  // Before the list: what is written while it is read makes it another generation.
  const generation = await spine.store.read(recordGeneration, own.writes)
  const listed: ListedRecord[] = []
  for await (const record of allRecords(records, own)) listed.push(record)
  const ids = listed.map(({ id }) => id)
  const [saidAt, bodies] = await spine.store.read(function* look() {
    return [yield* saidAtOf(own.writes, ids), yield* bodiesOf(own.writes, ids)] as const
  })
  return {
    generation,
    records: listed.map((record) => ({
      ...record,
      // What someone has changed since is theirs.
      provenance: record.isEdited ? 'manual' : record.provenance,
      body: bodies.get(record.id) ?? '',
      saidAt: saidAt.get(record.id),
    })),
  }
}

/** When the latest of its sources was said, of those that have any. */
function* saidAtOf(bank: string, ids: readonly ItemId[]): Tx<ReadonlyMap<ItemId, number>> {
  const rows = yield* all<{ id: ItemId; at: number }>(sql`
    select l.item_id as id, max(coalesce(s.occurred_at, s.recorded_at)) as at
    from lineage l join item s on s.bank = l.bank and s.id = l.source_id
    where l.bank = ${bank} and l.item_id ${inText(ids)} group by l.item_id`)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Of automatic records. */
function* bodiesOf(bank: string, ids: readonly ItemId[]): Tx<ReadonlyMap<ItemId, string>> {
  const rows = yield* all<{ id: ItemId; text: string; name_chars: number; description_chars: number }>(sql`
    select i.id, x.body as text, r.name_chars, r.description_chars
    from item i
    join record r on r.bank = i.bank and r.item_rid = i.rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where i.bank = ${bank} and i.id ${inText(ids)} and r.provenance = 'auto'`)
  return new Map(
    rows.map(({ id, text, name_chars: nameChars, description_chars: descriptionChars }) => [
      id,
      partsOfRecord({ text, nameChars, descriptionChars }).body,
    ]),
  )
}
