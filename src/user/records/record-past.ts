import { z } from 'zod'
import type { PreparedItem } from '../../items/add.js'
import {
  type ArchiveTable,
  archived,
  base64,
  fromBase64,
  type Taken,
  taken,
} from '../../items/archive-table.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'

/**
 * Notes what a record said until now, as the hash by which it would be known again, before it says something else: who
 * forgets the record forgets that too.
 */
export function* keepPast(bank: string, rid: number, { identity }: Pick<PreparedItem, 'identity'>): Tx<void> {
  yield* run(sql`
    insert into record_past (bank, item_rid, identity)
    select bank, rid, identity from item where bank = ${bank} and rid = ${rid} and identity <> ${identity}
    on conflict (bank, item_rid, identity) do nothing`)
}

/** Notes one more hash by which the record would be known again. */
export function* addPast(bank: string, rid: number, identity: Uint8Array): Tx<void> {
  yield* run(sql`
    insert into record_past (bank, item_rid, identity) values (${bank}, ${rid}, ${identity})
    on conflict (bank, item_rid, identity) do nothing`)
}

/** What a record said before, as hashes. */
export function* pastOf(bank: string, rid: number): Tx<Uint8Array[]> {
  const rows = yield* all<{ identity: Uint8Array }>(
    sql`select identity from record_past where bank = ${bank} and item_rid = ${rid}`,
  )
  return rows.map(({ identity }) => identity)
}

export function* dropPast(bank: string, rid: number): Tx<number> {
  return yield* run(sql`delete from record_past where bank = ${bank} and item_rid = ${rid}`)
}

const pastShape = z.strictObject({ item: archived.id, identity: archived.blob(16) })

type PastLine = z.output<typeof pastShape>

/** Goes along in an archive: where the record is forgotten later, what it said before stays forgotten there too. */
export const pastTable: ArchiveTable<PastLine> = {
  type: 'record_past',
  shape: pastShape,
  key: ({ item, identity }) => [item, Buffer.from(identity, 'base64').toString('hex')],

  *page(bank, after, limit): Tx<PastLine[]> {
    const rows = yield* all<{ item: string; identity: Uint8Array }>(sql`
      select i.id as item, p.identity from item i
      join record_past p on p.bank = i.bank and p.item_rid = i.rid
      where i.bank = ${bank} and (i.id, p.identity) > (${after?.item ?? ''}, ${fromBase64(after?.identity ?? '')})
      order by i.id, p.identity limit ${limit}`)
    return rows.map(({ item, identity }) => ({ item, identity: base64(identity) }))
  },

  add: ({ reach, aliases }, rows) =>
    function* take(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let leftOut = 0
      for (const { item, identity } of rows) {
        const there = yield* get<{ rid: number }>(sql`
          select rid from item where bank = ${bank} and id = ${aliases.get(item) ?? item} and kind = 'record'`)
        if (there === undefined) leftOut += 1
        else
          added += yield* run(sql`
            insert into record_past (bank, item_rid, identity) values (${bank}, ${there.rid}, ${fromBase64(identity)})
            on conflict (bank, item_rid, identity) do nothing`)
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },
}
