import type { Spine } from '../items/spine.js'
import type { BankId, Reach } from '../reach.js'
import { type Sql, sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import type { Shelf } from './document.js'
import type { ShownDocument } from './document-rows.js'
import { namedDocument } from './named-document.js'
import { documentBanks, shelfOf } from './shelves.js'

/** Which document is meant, whatever its status. */
export interface DocumentName {
  /** Id, source or title. */
  readonly document: string
  /** Where both shelves have one that is called so. */
  readonly shelf?: Shelf | undefined
}

/** Who looks after a shelf sees all of it; of the system's, everyone else sees what is published. */
export function manages({ actor }: Reach, shelf: Shelf): boolean {
  return shelf === 'personal' || actor.audience === 'administrator'
}

/** Which documents of a bank the caller may know of, as a condition on `d`. */
export function isKnownTo(reach: Reach, bank: BankId): Sql {
  return manages(reach, shelfOf(bank)) ? sql`1 = 1` : sql`d.published is not null`
}

/**
 * A document as the caller may know it: one that is looked after by others is what is published of it, and when. Nothing
 * tells that another version waits.
 */
export function* asKnownTo(reach: Reach, document: ShownDocument): Tx<ShownDocument> {
  if (manages(reach, document.shelf)) return document
  const { bank, rid, version } = document
  const publication = yield* get<{ at: number }>(sql`
    select at from document_event
    where bank = ${bank} and item_rid = ${rid} and event = 'published' and version = ${version} order by rid desc limit 1`)
  const updatedAt = publication?.at ?? document.createdAt
  return {
    ...document,
    status: 'ready',
    latest: version,
    revision: version,
    keepsPublished: false,
    updatedAt,
  }
}

/** Finds a document of the caller's shelves. Throws `not_found`, and `invalid_input` where several are called so. */
export function managedDocument(
  spine: Pick<Spine, 'identityKey'>,
  reach: Reach,
  { document, shelf }: DocumentName,
): Tx<ShownDocument> {
  return namedDocument(spine, {
    banks: documentBanks(reach, shelf),
    name: document,
    isMeant: (bank) => isKnownTo(reach, bank),
    hint: 'knowledge.list shows what there is: give its id, its source or its title',
  })
}
