import { type ArchiveIntake, type Taken, taken } from '../../items/archive-table.js'
import { touchBank } from '../../items/bank.js'
import { dropQuoting } from '../../items/drop-quoting.js'
import { indexItems, segmentItem, unindexItems } from '../../items/index-items.js'
import type { Spine } from '../../items/spine.js'
import { kindOfBank } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { all, column, type Tx } from '../../store/statement.js'
import { ownHeading } from '../own-heading.js'
import { dropSections } from './drop-sections.js'
import { isPublished } from './held-sections.js'

/**
 * Makes what an archive has brought agree: others may have imported and published while it was written, and what was there
 * before stays as it is. Sections that no version holds go; in the indexes stands what is published, and nothing else.
 */
export function* settleSections(spine: Spine, { reach, at }: ArchiveIntake): Tx<Taken> {
  const bank = reach.writes
  if (kindOfBank(reach.writes) !== 'documents') return taken({})
  const unheld = yield* column<number>(sql`
    select i.rid from item i
    where i.bank = ${bank} and i.kind = 'section' and not exists (
      select 1 from document_section p where p.bank = i.bank and p.item_rid = i.rid)`)
  const unpublished = yield* column<number>(sql`
    select s.item_rid from section s
    join item i on i.bank = s.bank and i.rid = s.item_rid and i.quotes = 0
    join document d on d.bank = s.bank and d.item_rid = s.document_rid
    where s.bank = ${bank} and not ${isPublished}`)
  const missing = yield* all<{ rid: number; textRid: number; body: string }>(sql`
    select i.rid, i.text_rid as "textRid", x.body from document d
    join document_version v on v.bank = d.bank and v.item_rid = d.item_rid and v.number = d.published
    join document_section p on p.bank = v.bank and p.version_rid = v.rid
    join item i on i.bank = p.bank and i.rid = p.item_rid and i.quotes = 1
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where d.bank = ${bank}`)
  const nameless = yield* column<number>(sql`
    select i.rid from item i left join document d on d.bank = i.bank and d.item_rid = i.rid
    where i.bank = ${bank} and i.kind = 'document' and d.item_rid is null`)
  const out = yield* unindexItems(spine, bank, [...unheld, ...unpublished])
  const into = yield* indexItems(
    spine,
    bank,
    missing.map(({ rid, textRid, body }) => segmentItem(rid, textRid, body, ownHeading(body))),
  )
  yield* dropSections(bank, unheld)
  for (const rid of nameless) yield* dropQuoting(bank, rid)
  if (out.items !== 0 || into.items !== 0)
    yield* touchBank(reach, at, { items: into.items + out.items, words: into.words + out.words })
  return taken({ leftOut: unheld.length + nameless.length })
}
