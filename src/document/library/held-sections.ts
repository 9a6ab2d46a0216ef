import { type Sql, sql } from '../../store/sql.js'

/** Whether any version holds a section (`s`): one that none does was written ahead of a version. */
export const isHeld: Sql = sql`exists (
  select 1 from document_section p where p.bank = s.bank and p.item_rid = s.item_rid)`

/** Whether the published version of its document (`d`) holds a section (`s`): what search may find. */
export const isPublished: Sql = sql`exists (
  select 1 from document_section p
  join document_version v on v.bank = p.bank and v.rid = p.version_rid
  where p.bank = s.bank and p.item_rid = s.item_rid and v.item_rid = d.item_rid and v.number = d.published)`
