import type { FactStatus, ItemKind, Origin, Trust } from '../items/item.js'
import { sql } from '../store/sql.js'
import { all, batch, type Tx } from '../store/statement.js'
import { clip } from '../text/clip.js'
import { countRelations } from './count-relations.js'
import type { ListedEntity } from './list-entities.js'
import { isWhole, namesOf } from './names-of.js'
import { readEntities } from './read-entities.js'

/** All that is kept of one entity. Times are milliseconds UTC. */
export interface KnownEntity {
  readonly entity: ListedEntity
  /** Whole names, the oldest first. */
  readonly names: readonly KnownName[]
  /** What is said of it alone, what holds first, then the newest. */
  readonly facts: readonly KnownFact[]
  /** Items that name it, the newest first. */
  readonly items: readonly NamingItem[]
}

export interface KnownName {
  readonly name: string
  /** Items that call it so. */
  readonly mentions: number
  /** The id of the entity that it was before a merge; null for a name of its own. */
  readonly from: string | null
}

export interface KnownFact {
  readonly id: string
  readonly attribute: string | null
  readonly value: string | null
  readonly text: string
  readonly status: FactStatus
  readonly origin: Origin
  readonly trust: Trust
  readonly confidence: number
  /** Whether only one value holds at a time. */
  readonly isSingle: boolean
  /** Whether it is also an edge. */
  readonly isRelation: boolean
  readonly validFrom: number
  readonly validUntil: number | null
}

export interface NamingItem {
  readonly id: string
  readonly kind: ItemKind
  readonly text: string
  readonly trust: Trust
  readonly at: number
}

export function* knowEntity(bank: string, rid: number, limit: number): Tx<KnownEntity | undefined> {
  const [entity] = yield* readEntities(bank, [rid])
  if (entity === undefined) return undefined
  const relations = (yield* countRelations(bank, [rid])).get(rid) ?? 0
  const held = (yield* namesOf(bank, rid)).filter(isWhole)
  const [mentions, origins, facts, items] = yield* batch([
    // Grouped by a sum: by the bare column SQLite would look at every mention of the bank, in that order.
    all<{ name_rid: number; n: number }>(sql`
      select name_rid + 0 as name_rid, count(*) as n from mention
      where bank = ${bank} and entity_rid = ${rid} group by name_rid + 0`),
    all<{ rid: number; id: string }>(
      sql`select rid, id from entity where bank = ${bank} and merged_rid = ${rid}`,
    ),
    all<FactRow>(sql`
      select i.id, t.attribute, t.value, x.body, f.status, i.origin, i.trust, f.confidence,
        case when f.key_hash is null then 0 else 1 end as single,
        exists (select 1 from edge e where e.bank = f.bank and e.item_rid = f.item_rid) as related, f.valid_from, f.valid_until
      from fact f
      join item i on i.bank = f.bank and i.rid = f.item_rid
      join item_text x on x.bank = i.bank and x.rid = i.text_rid
      left join fact_text t on t.bank = f.bank and t.item_rid = f.item_rid
      where f.bank = ${bank} and f.subject_rid = ${rid} and f.status <> 'retracted'
        and (i.kind <> 'relation' or t.attribute is not null)
      order by case f.status when 'active' then 0 when 'proposed' then 1 else 2 end, f.item_rid desc
      limit ${limit}`),
    all<NamingItem>(sql`
      select i.id, i.kind, x.body as text, i.trust, m.at from (
        select distinct item_rid, at from mention where bank = ${bank} and entity_rid = ${rid}
        order by at desc, item_rid desc limit ${limit}) as m
      join item i on i.rid = m.item_rid
      join item_text x on x.bank = i.bank and x.rid = i.text_rid
      where i.bank = ${bank} order by m.at desc, m.item_rid desc`),
  ])
  const heard = new Map(mentions.map(({ name_rid, n }) => [name_rid, n]))
  const merged = new Map(origins.map((one) => [one.rid, one.id]))
  return {
    entity: { ...entity, relations },
    names: held.map(({ rid: name, name: text, own }) => ({
      name: text,
      mentions: heard.get(name) ?? 0,
      from: own === rid ? null : (merged.get(own) ?? null),
    })),
    facts: facts.map(({ body, single, related, confidence, valid_from, valid_until, ...fact }) => ({
      ...fact,
      text: body,
      isSingle: single === 1,
      isRelation: Boolean(related),
      confidence: confidence / 100,
      validFrom: valid_from,
      validUntil: valid_until,
    })),
    items: items.map((item) => ({ ...item, text: clip(item.text, TEXT_MAX_CHARS) })),
  }
}

/** Enough to know an item by; the whole text is read by its id. */
const TEXT_MAX_CHARS = 300

interface FactRow {
  readonly id: string
  readonly attribute: string | null
  readonly value: string | null
  readonly body: string
  readonly status: FactStatus
  readonly origin: Origin
  readonly trust: Trust
  readonly confidence: number
  readonly single: number
  /** A truth is a number on one engine only. */
  readonly related: number | boolean
  readonly valid_from: number
  readonly valid_until: number | null
}
