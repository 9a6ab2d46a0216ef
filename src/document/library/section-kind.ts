import { CHANGED_BY_HAND, type Kind, type KindRemoval } from '../../items/kind.js'
import { sql } from '../../store/sql.js'
import { run, type Tx } from '../../store/statement.js'
import { ownHeading } from '../own-heading.js'
import { isHeld, isPublished } from './held-sections.js'

/** A section keeps whose it is, and how much of its text is its context. */
export const sectionKind: Kind = {
  kind: 'section',
  headingOf: ownHeading,
  archive: [],
  checks: [
    {
      check: 'sections',
      wrong: (bank) => sql`
        select (select count(*) from item i
            left join section s on s.bank = i.bank and s.item_rid = i.rid
            where i.bank = ${bank} and i.kind = 'section' and s.item_rid is null)
          + (select count(*) from section s
            left join item i on i.bank = s.bank and i.rid = s.item_rid and i.kind = 'section'
            left join document d on d.bank = s.bank and d.item_rid = s.document_rid
            where s.bank = ${bank} and (i.rid is null or d.item_rid is null))
          + (select count(*) from document_section p
            left join section s on s.bank = p.bank and s.item_rid = p.item_rid
            left join document_version v on v.bank = p.bank and v.rid = p.version_rid and v.item_rid = s.document_rid
            where p.bank = ${bank} and v.rid is null) as n`,
      what: 'sections without their item or their document, or the other way round',
      hint: CHANGED_BY_HAND,
    },
    {
      check: 'published sections',
      // Whatever search finds belongs to a version that somebody published, and all of that is found.
      wrong: (bank) => sql`
        select count(*) as n from section s
        join item i on i.bank = s.bank and i.rid = s.item_rid
        join document d on d.bank = s.bank and d.item_rid = s.document_rid
        where s.bank = ${bank} and d.writing_at is null and (i.quotes = 0) <> ${isPublished}`,
      what: 'sections that search finds although they are not published, or the other way round',
      hint: 'withdraw the document and publish it again; doctor names no document: knowledge.list shows them',
    },
    {
      check: 'held sections',
      wrong: (bank) => sql`
        select count(*) as n from section s
        join document d on d.bank = s.bank and d.item_rid = s.document_rid
        where s.bank = ${bank} and d.writing_at is null and not ${isHeld}`,
      what: 'sections that no version of their document holds',
      hint: CHANGED_BY_HAND,
    },
  ],
  *forget({ bank, rid }): Tx<KindRemoval> {
    const removed = yield* run(sql`delete from section where bank = ${bank} and item_rid = ${rid}`)
    return { counts: { section: removed }, texts: [] }
  },
}
