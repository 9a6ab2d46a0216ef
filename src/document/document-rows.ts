import type { ItemId } from '../items/item.js'
import type { BankId } from '../reach.js'
import { type Sql, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import type { Document, DocumentStatus } from './document.js'
import { shelfOf } from './shelves.js'

/** The bank's documents that match (`d`: row of document, `s`: its source, `v`: the version that is shown), in no order. */
export function* documentRows(bank: BankId, matching: Sql): Tx<ShownDocument[]> {
  const rows = yield* all<Row>(sql`
    select d.item_rid, d.item_id, d.status, d.latest, d.published, d.keep_published, d.revision, d.created_at,
      d.updated_at, ${answered} as answered, s.source, v.rid as version_rid, v.number, v.title,
      v.sections, v.tokens
    from document d
    left join document_source s on s.bank = d.bank and s.item_rid = d.item_rid
    join document_version v on v.bank = d.bank and v.item_rid = d.item_rid
      and v.number = coalesce(d.published, d.latest)
    where d.bank = ${bank} and ${matching}`)
  return rows.map((row) => ({
    id: row.item_id as ItemId,
    rid: row.item_rid,
    bank,
    shelf: shelfOf(bank),
    title: row.title,
    source: row.source,
    status: row.status as DocumentStatus,
    latest: row.latest,
    published: row.published,
    answered: row.answered,
    keepsPublished: row.keep_published === 1,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.number,
    versionRid: row.version_rid,
    sections: row.sections,
    tokens: row.tokens,
  }))
}

/** The version that answered before, where none does now. */
const answered = sql`case when d.published is null then (
  select e.version from document_event e
  where e.bank = d.bank and e.item_rid = d.item_rid and e.event = 'published' order by e.rid desc limit 1) end`

/** A document with the version that is shown of it: the published one, else the latest. */
export interface ShownDocument extends Document {
  /** Number of the version that answered last, where none does now; else null. */
  readonly answered: number | null
  readonly version: number
  readonly versionRid: number
  readonly sections: number
  /** Estimated. */
  readonly tokens: number
}

interface Row {
  readonly item_rid: number
  readonly item_id: string
  readonly status: string
  readonly latest: number
  readonly published: number | null
  readonly answered: number | null
  readonly keep_published: number
  readonly revision: number
  readonly created_at: number
  readonly updated_at: number
  readonly source: string | null
  readonly version_rid: number
  readonly number: number
  readonly title: string
  readonly sections: number
  readonly tokens: number
}
