import { MemoryError } from '../../errors.js'
import type { FactStatus, ItemId, ItemKind, Origin, Trust } from '../../items/item.js'
import { noSuchItem } from '../../items/read-items.js'
import { type Sql, sql } from '../../store/sql.js'
import { all, get, type Tx } from '../../store/statement.js'
import type { FactCategory } from '../fact-category.js'

/** Kinds of items that are facts: about one party, about two, or with parts. */
export const factKinds = ['fact', 'relation', 'decision'] as const

export type FactKind = (typeof factKinds)[number]

export { type FactStatus, factStatuses } from '../../items/item.js'

/** A fact as it is kept, without its text. Times are milliseconds UTC. */
export interface StoredFact {
  readonly rid: number
  readonly id: ItemId
  readonly kind: FactKind
  readonly origin: Origin
  readonly trust: Trust
  /** Its words are its sources': one that stands on its own has words and trust of its own, and no sources. */
  readonly quotes: boolean
  readonly category: FactCategory
  readonly subjectRid: number | null
  readonly keyHash: Uint8Array | null
  readonly formHash: Uint8Array
  readonly status: FactStatus
  /** 1 to 10. */
  readonly importance: number
  /** In hundredths. */
  readonly confidence: number
  readonly isPinned: boolean
  /** By the user in person: it may be pinned, and reach every prompt. */
  readonly isStated: boolean
  readonly validFrom: number
  readonly validUntil: number | null
  readonly expiresAt: number | null
  /** The latest time at which it was said. */
  readonly confirmedAt: number
}

/** Facts that match (`f` is the fact's row, `i` its item's), oldest first. */
export function* readFacts(bank: string, matching: Sql): Tx<StoredFact[]> {
  const rows = yield* all<Row>(sql`
    select f.item_rid as rid, i.id, i.kind, i.origin, i.trust, i.quotes, f.category, f.subject_rid, f.key_hash,
      f.form_hash, f.status, f.importance, f.confidence, f.pinned, f.stated, f.valid_from, f.valid_until, f.expires_at,
      f.confirmed_at
    from fact f join item i on i.bank = f.bank and i.rid = f.item_rid
    where f.bank = ${bank} and ${matching}`)
  return rows.map(toFact).sort((a, b) => a.rid - b.rid)
}

/** Throws `not_found` for what is absent or another's, `invalid_input` for an item that is no fact. */
export function* readFact(bank: string, id: string): Tx<StoredFact> {
  const item = yield* get<{ rid: number; kind: ItemKind }>(
    sql`select rid, kind from item where bank = ${bank} and id = ${id}`,
  )
  if (item === undefined) throw noSuchItem(id)
  const [fact] = yield* readFacts(bank, sql`f.item_rid = ${item.rid}`)
  if (fact !== undefined) return fact
  throw new MemoryError(
    'invalid_input',
    `${id} is a ${item.kind}, no fact`,
    'its facts are among what was derived from it: recollect trace shows them',
  )
}

/** The fact that holds a key, if one does. */
export function* holderOf(bank: string, keyHash: Uint8Array): Tx<StoredFact | undefined> {
  return (yield* readFacts(bank, sql`f.key_hash = ${keyHash} and f.status = 'active'`))[0]
}

/** Columns of a fact's row, as they stand in it. */
export interface FactColumns {
  readonly key_hash: Uint8Array | null
  readonly form_hash: Uint8Array
  readonly importance: number
  readonly confidence: number
  readonly pinned: number
  readonly stated: number
  readonly valid_from: number
  readonly valid_until: number | null
  readonly expires_at: number | null
  readonly confirmed_at: number
}

interface Row extends FactColumns {
  readonly rid: number
  readonly id: string
  readonly kind: string
  readonly origin: string
  readonly trust: string
  readonly quotes: number
  readonly category: string
  readonly subject_rid: number | null
  readonly status: string
}

function toFact(row: Row): StoredFact {
  return {
    rid: row.rid,
    id: row.id as ItemId,
    kind: row.kind as FactKind,
    origin: row.origin as Origin,
    trust: row.trust as Trust,
    quotes: row.quotes === 1,
    category: row.category as FactCategory,
    subjectRid: row.subject_rid,
    keyHash: row.key_hash,
    formHash: row.form_hash,
    status: row.status as FactStatus,
    importance: row.importance,
    confidence: row.confidence,
    isPinned: row.pinned === 1,
    isStated: row.stated === 1,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    expiresAt: row.expires_at,
    confirmedAt: row.confirmed_at,
  }
}
