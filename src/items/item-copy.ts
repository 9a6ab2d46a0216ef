import { z } from 'zod'
import { sql } from '../store/sql.js'
import { all, get, run, type Tx } from '../store/statement.js'
import { type ArchiveTable, archived, type Taken, taken } from './archive-table.js'

/** Where an item was taken over from: another bank, and its id there. */
export interface CopyOf {
  readonly bank: string
  readonly id: string
}

/** Notes that an item was taken over from another bank. Said once: a later merge of the same text changes nothing. */
export function* noteCopy(bank: string, itemRid: number, { bank: from, id }: CopyOf, at: number): Tx<void> {
  yield* run(sql`
    insert into item_copy (bank, item_rid, from_bank, from_id, at) values (${bank}, ${itemRid}, ${from}, ${id}, ${at})
    on conflict (bank, item_rid) do nothing`)
}

/** What the item was taken over from, if it was. */
export function* copyOf(bank: string, itemRid: number): Tx<CopyOf | null> {
  const row = yield* get<CopyOf>(
    sql`select from_bank as bank, from_id as id from item_copy where bank = ${bank} and item_rid = ${itemRid}`,
  )
  return row ?? null
}

/** Removes the note, with its item. */
export function* forgetCopy(bank: string, itemRid: number): Tx<number> {
  return yield* run(sql`delete from item_copy where bank = ${bank} and item_rid = ${itemRid}`)
}

const copyShape = z.strictObject({
  item: archived.id,
  fromBank: archived.text,
  fromId: archived.id,
  at: archived.time,
})

type CopyRow = z.output<typeof copyShape>

/** What was taken over from other banks. */
export const copyTable: ArchiveTable<CopyRow> = {
  type: 'copy',
  shape: copyShape,
  key: ({ item }) => [item],

  *page(bank, after, limit): Tx<CopyRow[]> {
    return yield* all<CopyRow>(sql`
      select i.id as item, c.from_bank as "fromBank", c.from_id as "fromId", c.at
      from item_copy c join item i on i.bank = c.bank and i.rid = c.item_rid
      where c.bank = ${bank} and i.id > ${after?.item ?? ''} order by i.id limit ${limit}`)
  },

  add: ({ reach, aliases }, rows) =>
    function* addCopies(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let leftOut = 0
      for (const { item, fromBank, fromId, at } of rows) {
        const there = yield* get<{ rid: number }>(
          sql`select rid from item where bank = ${bank} and id = ${aliases.get(item) ?? item}`,
        )
        if (there === undefined) leftOut += 1
        else
          added += yield* run(sql`
            insert into item_copy (bank, item_rid, from_bank, from_id, at)
            values (${bank}, ${there.rid}, ${fromBank}, ${fromId}, ${at})
            on conflict (bank, item_rid) do nothing`)
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },
}
