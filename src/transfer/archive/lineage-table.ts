import { z } from 'zod'
import {
  type ArchiveIntake,
  type ArchiveTable,
  archived,
  type Taken,
  taken,
} from '../../items/archive-table.js'
import { trusts } from '../../items/item.js'
import { addLineage } from '../../items/lineage.js'
import { type FoundItem, readItems } from '../../items/read-items.js'
import { settleTrust } from '../../items/settle-trust.js'
import type { Spine } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { all, get, type Tx } from '../../store/statement.js'

const lineageShape = z.strictObject({
  item: archived.id,
  source: archived.id,
  role: z.enum(['derived', 'summarises', 'quotes']),
})

type LineageRow = z.output<typeof lineageShape>

/** What came out of what. */
export const lineageTable = (spine: Spine): ArchiveTable<LineageRow> => ({
  type: 'lineage',
  shape: lineageShape,
  key: ({ item, source, role }) => [item, source, role],

  *page(bank, after, limit): Tx<LineageRow[]> {
    const { item = '', source = '', role = '' } = after ?? {}
    return yield* all<LineageRow>(sql`
      select item_id as item, source_id as source, role from lineage
      where bank = ${bank} and (item_id, source_id, role) > (${item}, ${source}, ${role})
      order by item_id, source_id, role limit ${limit}`)
  },

  add: (into, rows) =>
    function* addLinks(): Tx<Taken> {
      let added = 0
      let present = 0
      const texts: string[] = []
      for (const row of rows) {
        const outcome = yield* addLink(spine, into, row)
        if (outcome === 'added') added += 1
        else if (outcome === 'present') present += 1
        else if (row.role === 'quotes') texts.push(...(yield* retell(spine, into, row)))
      }
      const erased = texts.length === 0 ? [] : [{ texts }]
      return taken({ added, present, leftOut: rows.length - added - present, erased })
    },
})

/**
 * A link without one of its ends is left out: it went between two pages of the export, or was forgotten here. So is
 * one that would bind a note which stands on its own here: it would go with what it does not rest on.
 */
function* addLink(
  spine: Spine,
  { reach, aliases, lastRidBefore }: ArchiveIntake,
  row: LineageRow,
): Tx<'added' | 'present' | 'left out'> {
  const bank = reach.writes
  const item = yield* find(spine, bank, aliases.get(row.item) ?? row.item)
  const source = yield* find(spine, bank, aliases.get(row.source) ?? row.source)
  if (item === undefined || source === undefined) return 'left out'
  if (item.id === source.id && (row.item !== row.source || !mayRestOnItself(spine, item))) return 'left out'
  const links = yield* all<{ source: string; role: string }>(
    sql`select source_id as source, role from lineage where bank = ${bank} and item_id = ${item.id}`,
  )
  if (links.some((link) => link.source === source.id && link.role === row.role)) return 'present'
  if (item.rid <= lastRidBefore && links.length === 0) return 'left out'
  yield* addLineage(bank, { item: item.id, source: source.id, role: row.role })
  // Two stores can disagree about a source; nothing is believed more than what it rests on. What merely quotes its
  // sources rests on each of them alone.
  if (row.role !== 'quotes' && trusts.indexOf(source.trust) > trusts.indexOf(item.trust))
    yield* settleTrust(spine, bank, item.id, item.origin)
  return 'added'
}

function mayRestOnItself({ kinds }: Spine, { kind }: FoundItem): boolean {
  return kinds.get(kind)?.mayRestOnItself === true
}

/** What came without one of the sources that it quotes is told in the words of the others. Answers those that go. */
function* retell(
  spine: Spine,
  { reach, aliases, lastRidBefore }: ArchiveIntake,
  row: LineageRow,
): Tx<readonly string[]> {
  const bank = reach.writes
  const item = yield* find(spine, bank, aliases.get(row.item) ?? row.item)
  const rederive = item === undefined ? undefined : spine.kinds.get(item.kind)?.rederive
  if (item === undefined || rederive === undefined || item.rid <= lastRidBefore) return []
  return (yield* rederive(spine, { bank, rid: item.rid, id: item.id })).texts
}

function* find(spine: Spine, bank: string, id: string): Tx<FoundItem | undefined> {
  const isThere = yield* get(sql`select id from item where bank = ${bank} and id = ${id}`)
  return isThere === undefined ? undefined : (yield* readItems(spine, bank, sql`i.id = ${id}`))[0]
}
