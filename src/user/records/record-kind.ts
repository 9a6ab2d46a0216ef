import type { Aspects } from '../../items/item.js'
import { CHANGED_BY_HAND, type KindRemoval } from '../../items/kind.js'
import type { ItemKindRules } from '../../items/spine.js'
import { inInt, sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import { recordTable } from './record-archive.js'
import { dropPast, pastOf, pastTable } from './record-past.js'
import { headOf, recordRows } from './record-rows.js'
import { partsOfRecord } from './record-text.js'
import { retellRecord } from './retell-record.js'

/** A record keeps what it is for, its file's name and its revision beside its item. */
export const recordKind: ItemKindRules = {
  kind: 'record',
  archive: [recordTable, pastTable],
  checks: [
    {
      check: 'records',
      wrong: (bank) => sql`
        select (select count(*) from item i
            left join record r on r.bank = i.bank and r.item_rid = i.rid
            left join record_file f on f.bank = i.bank and f.item_rid = i.rid
            where i.bank = ${bank} and i.kind = 'record' and (r.item_rid is null or f.rid is null))
          + (select count(*) from record r
            left join item i on i.bank = r.bank and i.rid = r.item_rid and i.kind = 'record'
            where r.bank = ${bank} and i.rid is null)
          + (select count(*) from record_past p left join record r on r.bank = p.bank and r.item_rid = p.item_rid
            where p.bank = ${bank} and r.item_rid is null) as n`,
      what: 'records without their item, or the other way round',
      hint: CHANGED_BY_HAND,
    },
  ],
  *show(bank, items): Tx<ReadonlyMap<number, Pick<Aspects, 'record'>>> {
    const rows = yield* recordRows(bank, sql`r.item_rid ${inInt(items.map(({ rid }) => rid))}`)
    const texts = new Map(items.map(({ rid, body }) => [rid, body]))
    return new Map(
      rows.map((row) => {
        const text = texts.get(row.item_rid) ?? ''
        const parts = partsOfRecord({
          text,
          nameChars: row.name_chars,
          descriptionChars: row.description_chars,
        })
        return [row.item_rid, { record: { ...parts, ...headOf(row) } }]
      }),
    )
  },
  retell: retellRecord,
  *forget({ bank, rid, id }): Tx<KindRemoval> {
    const row = yield* get<{ file: string; file_hash: Uint8Array | null }>(sql`
      select f.file, r.file_hash from record r join record_file f on f.bank = r.bank and f.item_rid = r.item_rid
      where r.bank = ${bank} and r.item_rid = ${rid}`)
    if (row === undefined) return { counts: {}, texts: [] }
    // Its file goes once this is committed, and by the next call where a kill comes between (./file-records.ts).
    if (row.file_hash !== null)
      yield* run(sql`
        insert into record_doomed (bank, file, item_id, file_hash) values (${bank}, ${row.file}, ${id}, ${row.file_hash})`)
    const identities = yield* pastOf(bank, rid)
    const past = yield* dropPast(bank, rid)
    const counts = {
      record: yield* run(sql`delete from record where bank = ${bank} and item_rid = ${rid}`),
      record_file: yield* run(sql`delete from record_file where bank = ${bank} and item_rid = ${rid}`),
      ...(past === 0 ? {} : { record_past: past }),
    }
    return { counts, texts: [row.file], identities }
  },
}
