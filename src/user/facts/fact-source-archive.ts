import { z } from 'zod'
import { type ArchiveTable, archived, type Taken, taken } from '../../items/archive-table.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { hasSource } from './fact-sources.js'

const sourceShape = z.strictObject({
  item: archived.id,
  source: archived.id,
  clauseStart: archived.count,
  clauseEnd: archived.count,
  valueStart: archived.count.nullable(),
  valueEnd: archived.count.nullable(),
  /** The ids of the names by which it speaks of its ends. */
  fromName: archived.id.nullable(),
  toName: archived.id.nullable(),
})

type SourceLine = z.output<typeof sourceShape>

/** Where facts stand in their sources. */
export const factSourceTable: ArchiveTable<SourceLine> = {
  type: 'fact_source',
  shape: sourceShape,
  key: ({ item, source }) => [item, source],

  *page(bank, after, limit): Tx<SourceLine[]> {
    const { item = '', source = '' } = after ?? {}
    return yield* all<SourceLine>(sql`
      select i.id as item, o.id as source, s.clause_start as "clauseStart", s.clause_end as "clauseEnd",
        s.value_start as "valueStart", s.value_end as "valueEnd", a.id as "fromName", b.id as "toName"
      from fact_source s
      join item i on i.bank = s.bank and i.rid = s.item_rid
      join item o on o.bank = s.bank and o.rid = s.source_rid
      left join entity_name a on a.bank = s.bank and a.rid = s.from_name
      left join entity_name b on b.bank = s.bank and b.rid = s.to_name
      where s.bank = ${bank} and i.id >= ${item} and (i.id, o.id) > (${item}, ${source})
      order by i.id, o.id limit ${limit}`)
  },

  add: ({ reach, aliases }, rows) =>
    function* addSources(): Tx<Taken> {
      const bank = reach.writes
      const known = (id: string) => aliases.get(id) ?? id
      let added = 0
      let leftOut = 0
      for (const row of rows) {
        const fact = yield* get<{ rid: number }>(sql`
          select i.rid from item i join fact f on f.bank = i.bank and f.item_rid = i.rid
          where i.bank = ${bank} and i.id = ${known(row.item)}`)
        const source = yield* get<{ rid: number }>(
          sql`select rid from item where bank = ${bank} and id = ${known(row.source)}`,
        )
        if (fact === undefined || source === undefined) leftOut += 1
        else if (!(yield* hasSource(bank, fact.rid, source.rid))) {
          added += yield* run(sql`
            insert into fact_source (bank, item_rid, source_rid, clause_start, clause_end, value_start, value_end,
              from_name, to_name)
            values (${bank}, ${fact.rid}, ${source.rid}, ${row.clauseStart}, ${row.clauseEnd}, ${row.valueStart},
              ${row.valueEnd}, ${yield* nameOf(bank, row.fromName, known)}, ${yield* nameOf(bank, row.toName, known)})`)
        }
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },
}

function* nameOf(bank: string, id: string | null, known: (id: string) => string): Tx<number | null> {
  if (id === null) return null
  const name = yield* get<{ rid: number }>(
    sql`select rid from entity_name where bank = ${bank} and id = ${known(id)}`,
  )
  return name?.rid ?? null
}
