import { z } from 'zod'
import { type ArchiveTable, archived, type Taken, taken } from '../items/archive-table.js'
import { type FactStatus, factStatuses } from '../items/item.js'
import { inInt, sql } from '../store/sql.js'
import { all, get, run, type Tx } from '../store/statement.js'
import { addEdge, attributeNames, type EdgeAttribute } from './edges.js'
import { type RelationType, relationTypes } from './relation-type.js'
import type { ResolvedEntity } from './resolved-entity.js'

const mentionShape = z.strictObject({ item: archived.id, name: archived.id })

type MentionRow = z.output<typeof mentionShape>

/** Which items name what. */
export const mentionTable: ArchiveTable<MentionRow> = {
  type: 'mention',
  shape: mentionShape,
  key: ({ item, name }) => [item, name],

  *page(bank, after, limit): Tx<MentionRow[]> {
    const { item = '', name = '' } = after ?? {}
    return yield* all<MentionRow>(sql`
      select i.id as item, n.id as name from item i
      join mention m on m.bank = i.bank and m.item_rid = i.rid
      join entity_name n on n.bank = m.bank and n.rid = m.name_rid
      where i.bank = ${bank} and i.id >= ${item} and (i.id, n.id) > (${item}, ${name})
      order by i.id, n.id limit ${limit}`)
  },

  add: ({ reach, aliases }, rows) =>
    function* addMentions(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let leftOut = 0
      for (const row of rows) {
        const item = yield* get<{ rid: number; at: number }>(sql`
          select rid, coalesce(occurred_at, recorded_at) as at from item
          where bank = ${bank} and id = ${aliases.get(row.item) ?? row.item}`)
        const name = yield* nameOf(bank, aliases.get(row.name) ?? row.name)
        if (item === undefined || name === undefined) {
          leftOut += 1
          continue
        }
        added += yield* run(sql`
          insert into mention (bank, item_rid, name_rid, entity_rid, at)
          values (${bank}, ${item.rid}, ${name.nameRid}, ${name.rid}, ${item.at}) on conflict do nothing`)
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },
}

const edgeShape = z.strictObject({
  item: archived.id,
  relation: z.enum(relationTypes),
  /** The ids of the names by which the item speaks of its ends. */
  from: archived.id,
  to: archived.id,
  status: z.enum(factStatuses),
  attributes: z.array(
    z.strictObject({ name: z.enum(attributeNames), start: archived.count, end: archived.count }),
  ),
})

type EdgeRow = z.output<typeof edgeShape>

/** How entities are related. */
export const edgeTable: ArchiveTable<EdgeRow> = {
  type: 'edge',
  shape: edgeShape,
  key: ({ item, relation, from, to }) => [item, relation, from, to],

  *page(bank, after, limit): Tx<EdgeRow[]> {
    const { item = '', relation = '', from = '', to = '' } = after ?? {}
    const rows = yield* all<StoredEdge>(sql`
      select e.item_rid, i.id as item, e.type as relation, a.id as "from", b.id as "to", e.status from item i
      join edge e on e.bank = i.bank and e.item_rid = i.rid
      join entity_name a on a.bank = e.bank and a.rid = e.from_name
      join entity_name b on b.bank = e.bank and b.rid = e.to_name
      where i.bank = ${bank} and i.id >= ${item} and (i.id, e.type, a.id, b.id) > (${item}, ${relation}, ${from}, ${to})
      order by i.id, e.type, a.id, b.id limit ${limit}`)
    const attributes = yield* all<AttributeRow>(sql`
      select rid, item_rid, name, value_start, value_end from edge_attribute
      where bank = ${bank} and item_rid ${inInt(rows.map(({ item_rid }) => item_rid))}`)
    return rows.map(({ item_rid, ...row }) => ({
      ...row,
      attributes: attributes
        .filter((one) => one.item_rid === item_rid)
        .sort((a, b) => a.rid - b.rid)
        .map(({ name, value_start, value_end }) => ({ name, start: value_start, end: value_end })),
    }))
  },

  add: ({ reach, aliases }, rows) =>
    function* addEdges(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let leftOut = 0
      for (const { relation: type, status, attributes, ...row } of rows) {
        const item = yield* get<{ rid: number }>(sql`
          select i.rid from item i where i.bank = ${bank} and i.id = ${aliases.get(row.item) ?? row.item}
            and i.kind in ('relation', 'decision')`)
        const from = yield* nameOf(bank, aliases.get(row.from) ?? row.from)
        const to = yield* nameOf(bank, aliases.get(row.to) ?? row.to)
        if (item === undefined || from === undefined || to === undefined) {
          leftOut += 1
          continue
        }
        const isThere = yield* hasEdge(bank, item.rid, { type, from: from.nameRid, to: to.nameRid })
        if (isThere) continue
        const places = attributes.map(
          ({ name, start, end }): EdgeAttribute => ({ name, value: [start, end] }),
        )
        yield* addEdge(bank, { itemRid: item.rid, type, status, from, to, attributes: places })
        added += 1
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },

  /** An edge stands as its fact does here; without one it states nothing. */
  *finish({ reach }): Tx<Taken> {
    const bank = reach.writes
    yield* run(sql`
      update edge set status = (select f.status from fact f where f.bank = ${bank} and f.item_rid = edge.item_rid)
      where bank = ${bank} and exists (select 1 from fact f
        where f.bank = ${bank} and f.item_rid = edge.item_rid and f.status <> edge.status)`)
    const leftOut = yield* run(sql`
      delete from edge where bank = ${bank}
        and not exists (select 1 from fact f where f.bank = ${bank} and f.item_rid = edge.item_rid)`)
    yield* run(sql`
      delete from edge_attribute where bank = ${bank}
        and not exists (select 1 from edge e where e.bank = ${bank} and e.item_rid = edge_attribute.item_rid)`)
    return taken({ leftOut })
  },
}

interface StoredEdge {
  readonly item_rid: number
  readonly item: string
  readonly relation: RelationType
  readonly from: string
  readonly to: string
  readonly status: FactStatus
}

interface AttributeRow {
  readonly rid: number
  readonly item_rid: number
  readonly name: EdgeAttribute['name']
  readonly value_start: number
  readonly value_end: number
}

/** One that holds both ways may be kept the other way round here. */
function* hasEdge(
  bank: string,
  item: number,
  { type, from, to }: { readonly type: RelationType; readonly from: number; readonly to: number },
): Tx<boolean> {
  const found = yield* get(sql`
    select item_rid from edge where bank = ${bank} and item_rid = ${item} and type = ${type}
      and ((from_name = ${from} and to_name = ${to}) or (from_name = ${to} and to_name = ${from}))`)
  return found !== undefined
}

function* nameOf(bank: string, id: string): Tx<ResolvedEntity | undefined> {
  return yield* get<ResolvedEntity>(sql`
    select e.rid, e.id, n.name, n.rid as "nameRid", e.type from entity_name n
    join entity_alias a on a.bank = n.bank and a.name_rid = n.rid
    join entity e on e.bank = a.bank and e.rid = a.entity_rid
    where n.bank = ${bank} and n.id = ${id}`)
}
