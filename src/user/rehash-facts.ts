import type { RelationType } from '../graph/relation-type.js'
import type { ResolvedEntity } from '../graph/resolved-entity.js'
import type { Spine } from '../items/spine.js'
import type { BankId } from '../reach.js'
import { inInt, sql } from '../store/sql.js'
import { all, get, run, type Tx } from '../store/statement.js'
import type { FactCategory } from './fact-category.js'
import type { FactStatus } from './facts/fact.js'
import { formHash, keyHash } from './facts/fact-hashes.js'
import { subjectTag } from './facts/subject-tag.js'

/**
 * Facts are compared by who they are about: once that is another entity, what is said of it next is to be known as the
 * same, or as its successor. Of two that hold one key neither gives way by itself: the one that came keeps the key that
 * it had, and both are there for the user to see.
 */
export function* rehashFacts(
  spine: Pick<Spine, 'identityKey'>,
  bank: BankId,
  items: readonly number[],
): Tx<void> {
  const facts = yield* all<Row>(sql`
    select f.item_rid, f.category, f.status, f.key_hash, t.attribute, t.value, x.body,
      s.rid as subject_rid, s.id as subject_id, e.type, e.from_rid, e.to_rid, o.id as from_id, p.id as to_id
    from fact f
    join item i on i.bank = f.bank and i.rid = f.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    left join fact_text t on t.bank = f.bank and t.item_rid = f.item_rid
    left join entity s on s.bank = f.bank and s.rid = f.subject_rid
    left join edge e on e.bank = f.bank and e.item_rid = f.item_rid and i.kind = 'relation'
    left join entity o on o.bank = e.bank and o.rid = e.from_rid
    left join entity p on p.bank = e.bank and p.rid = e.to_rid
    where f.bank = ${bank} and f.item_rid ${inInt(items)}`)
  for (const row of facts.sort((a, b) => a.item_rid - b.item_rid)) yield* rehash(spine, bank, row)
}

interface Row {
  readonly item_rid: number
  readonly category: FactCategory
  readonly status: FactStatus
  readonly key_hash: Uint8Array | null
  readonly attribute: string | null
  readonly value: string | null
  readonly body: string
  readonly subject_rid: number | null
  readonly subject_id: string | null
  readonly type: RelationType | null
  readonly from_rid: number | null
  readonly to_rid: number | null
  readonly from_id: string | null
  readonly to_id: string | null
}

function* rehash(spine: Pick<Spine, 'identityKey'>, bank: BankId, row: Row): Tx<void> {
  const { subject_rid, attribute } = row
  const subject = yield* tag(spine, bank, subject_rid, row.subject_id)
  const form = formHash(spine, bank, {
    category: row.category,
    subject,
    attribute,
    value: row.value,
    text: row.body,
    relation: yield* relationOf(spine, bank, row),
  })
  yield* run(sql`update fact set form_hash = ${form} where bank = ${bank} and item_rid = ${row.item_rid}`)
  if (row.key_hash === null || subject === null || attribute === null) return
  const key = keyHash(spine, bank, subject, attribute)
  const holder = yield* get(sql`
    select item_rid from fact
    where bank = ${bank} and key_hash = ${key} and status = 'active' and item_rid <> ${row.item_rid}`)
  if (row.status === 'active' && holder !== undefined) return
  yield* run(sql`update fact set key_hash = ${key} where bank = ${bank} and item_rid = ${row.item_rid}`)
}

/** The other end than the subject; of an entity related to itself, that. */
function* relationOf(spine: Pick<Spine, 'identityKey'>, bank: BankId, row: Row) {
  const { type, subject_rid, from_rid } = row
  if (type === null) return null
  const isFrom = subject_rid === from_rid
  const object = yield* isFrom
    ? tag(spine, bank, row.to_rid, row.to_id)
    : tag(spine, bank, row.from_rid, row.from_id)
  return object === null ? null : { type, object }
}

function* tag(
  spine: Pick<Spine, 'identityKey'>,
  bank: BankId,
  rid: number | null,
  id: string | null,
): Tx<string | null> {
  if (rid === null || id === null) return null
  const entity: Pick<ResolvedEntity, 'rid' | 'id'> = { rid, id }
  return yield* subjectTag(spine, bank, entity, undefined)
}
