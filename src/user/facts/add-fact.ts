import { addEdge, type EdgeAttribute } from '../../graph/edges.js'
import type { RelationType } from '../../graph/relation-type.js'
import type { ResolvedEntity } from '../../graph/resolved-entity.js'
import { addItems, addQuoting, type PreparedItem } from '../../items/add.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { run, type Tx, unwaited } from '../../store/statement.js'
import type { FactCategory } from '../fact-category.js'
import { beginBelief } from './beliefs.js'
import type { FactStatus } from './fact.js'
import { addParts, type FactPart } from './fact-parts.js'
import { isBelieved } from './set-status.js'
import { isStated } from './weights.js'

/** Everything that a new fact keeps beside its item. */
export interface NewFact {
  readonly category: FactCategory
  readonly subjectRid: number | null
  readonly keyHash: Uint8Array | null
  readonly formHash: Uint8Array
  readonly attribute: string | null
  readonly value: string | null
  readonly status: FactStatus
  readonly importance: number
  readonly confidence: number
  readonly isPinned: boolean
  readonly validFrom: number
  readonly validUntil: number | null
  readonly expiresAt: number | null
  /** The latest time at which it was said. */
  readonly confirmedAt: number
  readonly relation: NewRelation | null
  readonly parts: readonly FactPart[]
}

export interface NewRelation {
  readonly type: RelationType
  readonly from: ResolvedEntity
  readonly to: ResolvedEntity
  readonly attributes: readonly EdgeAttribute[]
}

/**
 * Adds a fact with its item; undefined where one that stands on its own is there already, or was forgotten. Whether one
 * that quotes is new, the caller has looked.
 */
export function* addFact(
  spine: Spine,
  reach: Reach,
  item: PreparedItem,
  fact: NewFact,
): Tx<number | undefined> {
  const bank = reach.writes
  const rid = item.quotes ? yield* addQuoting(reach, item) : yield* addStanding(spine, reach, item)
  if (rid === undefined) return undefined
  yield* addRow(bank, rid, item, fact)
  yield* addFactText(bank, rid, fact)
  if (isBelieved(fact.status)) yield* beginBelief(bank, rid, item.recordedAt, fact.validUntil)
  if (fact.relation !== null) yield* addEdge(bank, { ...fact.relation, itemRid: rid, status: fact.status })
  yield* addParts(bank, rid, fact.parts)
  return rid
}

function* addRow(bank: string, rid: number, item: PreparedItem, fact: NewFact): Tx<void> {
  yield* unwaited(
    run(sql`
    insert into fact (bank, item_rid, category, subject_rid, key_hash, form_hash, status, importance, confidence,
      pinned, stated, valid_from, valid_until, expires_at, confirmed_at)
    values (${bank}, ${rid}, ${fact.category}, ${fact.subjectRid}, ${fact.keyHash}, ${fact.formHash},
      ${fact.status}, ${fact.importance}, ${fact.confidence}, ${fact.isPinned ? 1 : 0},
      ${isStated(item.trust) ? 1 : 0}, ${fact.validFrom}, ${fact.validUntil}, ${fact.expiresAt}, ${fact.confirmedAt})`),
  )
}

function* addStanding(spine: Spine, reach: Reach, item: PreparedItem): Tx<number | undefined> {
  const [added] = yield* addItems(spine, reach, [item])
  return added?.outcome === 'added' ? added.rid : undefined
}

/** The readable part of a key, and the value, in a row that is only ever added or deleted. */
export function* addFactText(
  bank: string,
  rid: number,
  { attribute, value }: Pick<NewFact, 'attribute' | 'value'>,
): Tx<void> {
  if (attribute === null && value === null) return
  yield* unwaited(
    run(sql`
    insert into fact_text (bank, item_rid, attribute, value) values (${bank}, ${rid}, ${attribute}, ${value})`),
  )
}
