import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { type Sql, sql } from '../../store/sql.js'
import type { Tx } from '../../store/statement.js'
import type { DocumentStatus, Shelf } from '../document.js'
import { documentRows, type ShownDocument } from '../document-rows.js'
import { asKnownTo, isKnownTo, manages } from '../managed-document.js'
import { bankOfShelf, shelvesOf } from '../shelves.js'
import { attachedDocuments } from '../tasks/attach-documents.js'

export interface ListWanted {
  readonly shelf?: Shelf | undefined
  readonly status?: DocumentStatus | undefined
  /** Only those whose title or source has this in it, in capitals or not. */
  readonly contains?: string | undefined
  /** Only those that this task may ask, as soon as they are published. */
  readonly task?: string | undefined
  readonly limit: number
  /** `next` of the page before. */
  readonly after?: string | undefined
}

export interface DocumentList {
  readonly documents: readonly ShownDocument[]
  /** Whether the task may ask all that is published, also later; null where none is named. */
  readonly isEverything: boolean | null
  readonly total: number
  readonly next: string | null
}

/** Documents of the caller's shelves whatever their status, in the order in which they came; the user's own first. */
export function* listDocuments(
  spine: Spine,
  reach: Reach,
  { shelf, status, contains = '', task, limit, after }: ListWanted,
): Tx<DocumentList> {
  const words = contains.toLowerCase()
  const attached = task === undefined ? null : yield* attachedDocuments(spine, reach, task)
  const ids = attached && new Set(attached.documents.map(({ id }) => id))
  const documents: ShownDocument[] = []
  for (const one of shelvesOf(reach, shelf)) {
    const bank = bankOfShelf(reach, one)
    const matching = sql`${isKnownTo(reach, bank)} and ${hasStatus(status, manages(reach, one))}`
    const page = yield* documentRows(bank, matching)
    documents.push(
      ...page
        .filter((document) => isCalled(document, words) && (ids === null || ids.has(document.id)))
        .sort((a, b) => a.rid - b.rid),
    )
  }
  const from = after === undefined ? 0 : documents.findIndex(({ id }) => id === after) + 1
  const shown = documents.slice(from, from + limit)
  const isLast = from + limit >= documents.length
  const told: ShownDocument[] = []
  for (const document of shown) told.push(yield* asKnownTo(reach, document))
  return {
    documents: told,
    isEverything: attached === null ? null : attached.isEverything,
    total: documents.length,
    next: isLast ? null : (shown.at(-1)?.id ?? null),
  }
}

function isCalled({ title, source }: ShownDocument, words: string): boolean {
  return title.toLowerCase().includes(words) || (source ?? '').toLowerCase().includes(words)
}

/** Who does not look after a shelf knows nothing of what waits on it. */
function hasStatus(status: DocumentStatus | undefined, isManaged: boolean): Sql {
  if (status === undefined) return sql`1 = 1`
  if (isManaged) return sql`d.status = ${status}`
  return status === 'ready' ? sql`1 = 1` : sql`1 = 0`
}
