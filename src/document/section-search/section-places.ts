import type { ItemId } from '../../items/item.js'
import type { BankId } from '../../reach.js'
import { inInt, type Sql, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import type { SectionRow } from '../reading/section-rows.js'

/** Where the item of a section stands in the version that answers. */
export interface SectionPlace extends SectionRow {
  readonly bank: BankId
  readonly documentRid: number
  readonly documentId: ItemId
  readonly versionRid: number
}

/** The places of these items in the published versions of documents that are visible (a condition on `d`), by item. */
export function* sectionPlaces(
  bank: BankId,
  visible: Sql,
  itemRids: readonly number[],
): Tx<ReadonlyMap<number, SectionPlace>> {
  const rows = yield* all<Omit<SectionPlace, 'bank'>>(sql`
    select p.seq, p.item_rid as "itemRid", p.part, p.level, p.parent, p.anchor, p.heading, p.line, p.lines, p.start,
      p.chars, p.tokens, p.version_rid as "versionRid", d.item_rid as "documentRid", d.item_id as "documentId"
    from document_section p
    join document_version v on v.bank = p.bank and v.rid = p.version_rid
    join document d on d.bank = v.bank and d.item_rid = v.item_rid and d.published = v.number
    where p.bank = ${bank} and p.item_rid ${inInt(itemRids)} and ${visible}`)
  return new Map(rows.map((row) => [row.itemRid, { ...row, bank }]))
}
