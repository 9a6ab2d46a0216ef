import { z } from 'zod'
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
import { resolutions } from './ledger.js'
import { settleTakenFacts } from './settle-taken-facts.js'

const conflictShape = z.strictObject({
  id: archived.id,
  at: archived.time,
  keyHash: archived.blob(16).nullable(),
  old: archived.id.nullable(),
  new: archived.id.nullable(),
  resolution: z.enum(resolutions),
  reviewedAt: archived.time.nullable(),
})

type ConflictLine = z.output<typeof conflictShape>

/** The ledger of contradictions. */
export const conflictTable: ArchiveTable<ConflictLine> = {
  type: 'conflict',
  shape: conflictShape,
  key: ({ id }) => [id],

  *page(bank, after, limit): Tx<ConflictLine[]> {
    const rows = yield* all<Omit<ConflictLine, 'keyHash'> & { key_hash: Uint8Array | null }>(sql`
      select c.id, c.at, c.key_hash, o.id as old, n.id as "new", c.resolution, c.reviewed_at as "reviewedAt"
      from fact_conflict c
      left join item o on o.bank = c.bank and o.rid = c.old_rid
      left join item n on n.bank = c.bank and n.rid = c.new_rid
      where c.bank = ${bank} and c.id > ${after?.id ?? ''} order by c.id limit ${limit}`)
    return rows.map(({ id, at, key_hash, old, new: fresh, resolution, reviewedAt }) => ({
      id,
      at,
      keyHash: key_hash === null ? null : base64(key_hash),
      old,
      new: fresh,
      resolution,
      reviewedAt,
    }))
  },

  add: ({ reach, aliases }, rows) =>
    function* addConflicts(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let leftOut = 0
      for (const row of rows) {
        const old = yield* factOf(bank, row.old, aliases)
        const fresh = yield* factOf(bank, row.new, aliases)
        if (old === null && fresh === null) {
          leftOut += 1
          continue
        }
        // A side that is not here leaves neither a key nor a question.
        const isWhole = (row.old === null || old !== null) && (row.new === null || fresh !== null)
        added += yield* run(sql`
          insert into fact_conflict (bank, id, at, key_hash, old_rid, new_rid, resolution, reviewed_at)
          values (${bank}, ${row.id}, ${row.at},
            ${isWhole && row.keyHash !== null ? fromBase64(row.keyHash) : null}, ${old}, ${fresh}, ${row.resolution},
            ${isWhole ? row.reviewedAt : (row.reviewedAt ?? row.at)})
          on conflict (bank, id) do nothing`)
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },

  *finish(into): Tx<Taken> {
    const texts = yield* settleTakenFacts(into)
    return taken({ erased: texts.length === 0 ? [] : [{ texts }] })
  },
}

function* factOf(bank: string, id: string | null, aliases: ReadonlyMap<string, string>): Tx<number | null> {
  if (id === null) return null
  const fact = yield* get<{ rid: number }>(sql`
    select i.rid from item i join fact f on f.bank = i.bank and f.item_rid = i.rid
    where i.bank = ${bank} and i.id = ${aliases.get(id) ?? id}`)
  return fact?.rid ?? null
}
