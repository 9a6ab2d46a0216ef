import type { RelationType } from '../graph/relation-type.js'
import type { Spine } from '../items/spine.js'
import type { BankId } from '../reach.js'
import { inInt, type Sql, sql } from '../store/sql.js'
import { all, batch, run, type Tx } from '../store/statement.js'
import type { FactCategory } from './fact-category.js'
import { holderOf, readFacts, type StoredFact } from './facts/fact.js'
import { formHash, keyHash } from './facts/fact-hashes.js'
import { enterConflict } from './facts/ledger.js'
import { setStatus } from './facts/set-status.js'
import { tagOf, userEntity } from './facts/subject-tag.js'

/**
 * Facts are compared by who they are about: once that is another entity, what is said of it next is to be known as the
 * same, or as its successor. Of two that then hold one key the one that was said last holds it, and the user reviews
 * that; once the two are parted again, what had given way holds again.
 */
export function* rehashFacts(
  spine: Pick<Spine, 'identityKey' | 'env'>,
  bank: BankId,
  items: readonly number[],
  at: number,
): Tx<void> {
  const facts = yield* all<Row>(sql`
    select f.item_rid, f.category, f.key_hash, t.attribute, t.value, x.body,
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
  for (const row of facts.sort((a, b) => a.item_rid - b.item_rid)) yield* rehash(spine, bank, row, at)
  yield* partSides(spine, bank, items, at)
}

interface Row {
  readonly item_rid: number
  readonly category: FactCategory
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

function* rehash(spine: Pick<Spine, 'identityKey' | 'env'>, bank: BankId, row: Row, at: number): Tx<void> {
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
  const holder = yield* holderOf(bank, key)
  const [fact] = yield* readFacts(bank, sql`f.item_rid = ${row.item_rid}`)
  if (fact?.status === 'active' && holder !== undefined && holder.rid !== fact.rid)
    yield* settle(spine, bank, { sides: [fact, holder], keyHash: key, at })
  yield* run(sql`update fact set key_hash = ${key} where bank = ${bank} and item_rid = ${row.item_rid}`)
}

interface Collision {
  readonly sides: readonly [StoredFact, StoredFact]
  readonly keyHash: Uint8Array
  readonly at: number
}

/** The one that was said last holds the key, and is answered. That both say the same nobody has to review. */
function* settle(
  { env }: Pick<Spine, 'env'>,
  bank: BankId,
  { sides, keyHash: key, at }: Collision,
): Tx<StoredFact> {
  const [older, newer] = [...sides].sort((a, b) => lastSaid(a) - lastSaid(b) || a.rid - b.rid) as [
    StoredFact,
    StoredFact,
  ]
  yield* setStatus(bank, older, { status: 'superseded', validUntil: endOf(older, newer), at })
  const isSame = Buffer.compare(older.formHash, newer.formHash) === 0
  yield* enterConflict(bank, {
    id: env.newId(),
    at,
    keyHash: key,
    oldRid: older.rid,
    newRid: newer.rid,
    resolution: isSame ? 'auto_supersede' : 'needs_review',
  })
  return newer
}

function lastSaid({ validFrom, confirmedAt }: StoredFact): number {
  return Math.max(validFrom, confirmedAt)
}

/** Until the other was said next. */
function endOf(older: StoredFact, newer: StoredFact): number {
  const next = [newer.validFrom, newer.confirmedAt].filter((time) => time > older.validFrom)
  return next.length === 0 ? older.validFrom : Math.min(...next)
}

/**
 * What gave way to something that turns out to be said of another contradicts it no more: it holds again, or gives way
 * to what holds its key by now. What the user decided stays.
 */
function* partSides(spine: Pick<Spine, 'env'>, bank: BankId, items: readonly number[], at: number): Tx<void> {
  const moved = inInt(items)
  const rows = yield* batch([
    all<Sides>(lastLines(bank, sql`c.old_rid ${moved}`)),
    all<Sides>(lastLines(bank, sql`c.new_rid ${moved}`)),
  ])
  const parted = new Map(rows.flat().map((row) => [row.rid, row]))
  for (const { rid, old_rid } of [...parted.values()].sort((a, b) => a.rid - b.rid)) {
    const [old] = yield* readFacts(bank, sql`f.item_rid = ${old_rid}`)
    if (old?.keyHash == null) continue
    yield* run(sql`delete from fact_conflict where bank = ${bank} and rid = ${rid}`)
    const holder = yield* holderOf(bank, old.keyHash)
    const holds =
      holder === undefined
        ? old
        : yield* settle(spine, bank, { sides: [old, holder], keyHash: old.keyHash, at })
    if (holds.rid === old.rid) yield* setStatus(bank, old, { status: 'active', at })
  }
}

interface Sides {
  readonly rid: number
  readonly old_rid: number
}

/** Lines of the ledger whose sides have different keys, where they say why the old one does not hold now. */
function lastLines(bank: string, matching: Sql): Sql {
  return sql`
    select c.rid, c.old_rid from fact_conflict c
    join fact o on o.bank = c.bank and o.item_rid = c.old_rid
    join fact n on n.bank = c.bank and n.item_rid = c.new_rid
    where c.bank = ${bank} and ${matching} and o.status = 'superseded' and o.key_hash <> n.key_hash
      and (c.resolution = 'auto_supersede' or (c.resolution = 'needs_review' and c.reviewed_at is null))
      and not exists (
        select 1 from fact_conflict l where l.bank = c.bank and l.old_rid = c.old_rid and l.rid > c.rid)`
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
  return tagOf({ rid, id }, yield* userEntity(spine, bank))
}
