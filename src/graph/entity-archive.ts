import { z } from 'zod'
import {
  type ArchiveIntake,
  type ArchiveTable,
  archived,
  base64,
  fromBase64,
  type Taken,
  taken,
} from '../items/archive-table.js'
import type { Spine } from '../items/spine.js'
import { sql } from '../store/sql.js'
import { all, column, get, run, type Tx } from '../store/statement.js'
import { NAME_MAX_CHARS, speakerKey } from './entity-name.js'
import { entityTypes } from './entity-type.js'
import { sweepNames } from './forget-mentions.js'
import { namedSo } from './name-entities.js'

const entityShape = z.strictObject({
  id: archived.id,
  // Each line of an archive has a `type` of its own.
  entityType: z.enum(entityTypes).nullable(),
  /** The entity that has taken its names. */
  merged: archived.id.nullable(),
})

type EntityRow = z.output<typeof entityShape>

/** Entities, those that stand for themselves first. */
export const entityTable: ArchiveTable<EntityRow> = {
  type: 'entity',
  shape: entityShape,
  key: ({ id, merged }) => [merged === null ? 0 : 1, id],

  *page(bank, after, limit): Tx<EntityRow[]> {
    const rows =
      after !== undefined && after.merged !== null
        ? []
        : yield* all<EntityRow>(sql`
            select id, type as "entityType", null as merged from entity
            where bank = ${bank} and id > ${after?.id ?? ''} and merged_rid is null order by id limit ${limit}`)
    if (rows.length === limit) return rows
    const from = after !== undefined && after.merged !== null ? after.id : ''
    const merged = yield* all<EntityRow>(sql`
      select e.id, e.type as "entityType", k.id as merged from entity e
      join entity k on k.bank = e.bank and k.rid = e.merged_rid
      where e.bank = ${bank} and e.id > ${from} and e.merged_rid is not null
      order by e.id limit ${limit - rows.length}`)
    return [...rows, ...merged]
  },

  add: ({ reach, aliases }, rows) =>
    function* addEntities(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      for (const { id, entityType, merged } of rows) {
        const kept = merged === null ? undefined : yield* ridOf(bank, aliases.get(merged) ?? merged)
        added += yield* run(sql`
          insert into entity (bank, id, type, merged_rid) values (${bank}, ${id}, ${entityType}, ${kept ?? null})
          on conflict (bank, id) do nothing`)
      }
      return taken({ added, present: rows.length - added })
    },
}

const nameShape = z.strictObject({
  id: archived.id,
  name: archived.text.min(1).max(NAME_MAX_CHARS),
  key: archived.blob(16),
  entity: archived.id,
  /** The entity that it was made for. */
  own: archived.id,
  /** The name that it is a part of; itself where that one is forgotten. */
  of: archived.id.nullable(),
})

type NameRow = z.output<typeof nameShape>

/** What entities are called, whole names before parts of them. */
export const nameTable = (spine: Pick<Spine, 'identityKey'>): ArchiveTable<NameRow> => ({
  type: 'entity_name',
  shape: nameShape,
  key: ({ id, of }) => [of === null ? 0 : 1, id],

  *page(bank, after, limit): Tx<NameRow[]> {
    const isBehind = after !== undefined && after.of !== null
    const rows = isBehind ? [] : yield* namePage(bank, 'whole', after?.id ?? '', limit)
    if (rows.length === limit) return rows
    return [...rows, ...(yield* namePage(bank, 'part', isBehind ? after.id : '', limit - rows.length))]
  },

  add: (into, rows) =>
    function* addNames(): Tx<Taken> {
      const aliases = new Map<string, string>()
      let added = 0
      let leftOut = 0
      for (const row of rows) {
        const outcome = yield* addName(into, aliases, row)
        if (outcome === 'added') added += 1
        else if (outcome === 'left out') leftOut += 1
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut, aliases })
    },

  /** What names nothing here, because its items were forgotten, goes as after forgetting. */
  *finish({ reach }): Tx<Taken> {
    const bank = reach.writes
    const idle = yield* column<number>(sql`
      select a.name_rid from entity_alias a
      where a.bank = ${bank} and (a.of_rid is null or a.of_rid = a.name_rid)
        and a.name_key <> ${speakerKey(spine, bank)}
        and not exists (select 1 from mention m where m.bank = a.bank and m.name_rid = a.name_rid)`)
    const { texts } = yield* sweepNames(spine, bank, idle)
    yield* run(sql`
      delete from entity where bank = ${bank}
        and not exists (select 1 from entity_alias a where a.bank = ${bank} and a.entity_rid = entity.rid)
        and not exists (select 1 from entity_alias a where a.bank = ${bank} and a.own_rid = entity.rid)`)
    const erased = texts.length === 0 ? [] : [{ texts }]
    return taken({ leftOut: texts.length, erased })
  },
})

function* namePage(bank: string, which: 'whole' | 'part', from: string, limit: number): Tx<NameRow[]> {
  const kind = which === 'whole' ? sql`a.of_rid is null` : sql`a.of_rid is not null`
  const rows = yield* all<Omit<NameRow, 'key'> & { name_key: Uint8Array }>(sql`
    select n.id, n.name, a.name_key, e.id as entity, o.id as own, w.id as "of"
    from entity_name n
    join entity_alias a on a.bank = n.bank and a.name_rid = n.rid
    join entity e on e.bank = a.bank and e.rid = a.entity_rid
    join entity o on o.bank = a.bank and o.rid = a.own_rid
    left join entity_name w on w.bank = a.bank and w.rid = a.of_rid
    where n.bank = ${bank} and n.id > ${from} and ${kind} order by n.id limit ${limit}`)
  return rows.map(({ id, name, name_key, entity, own, of }) => ({
    id,
    name,
    key: base64(name_key),
    entity,
    own,
    of,
  }))
}

/**
 * A whole name that another entity bears here is that one's. An entity of the archive of which nothing else is here yet
 * is then the same as this.
 */
function* addName(
  { reach, aliases: before }: ArchiveIntake,
  aliases: Map<string, string>,
  row: NameRow,
): Tx<'added' | 'present' | 'left out'> {
  const bank = reach.writes
  const known = (id: string) => aliases.get(id) ?? before.get(id) ?? id
  if ((yield* nameRid(bank, row.id)) !== undefined) return 'present'
  const key = fromBase64(row.key)
  const entity = yield* ridOf(bank, known(row.entity))
  const own = yield* ridOf(bank, known(row.own))
  if (entity === undefined || own === undefined) return 'left out'
  if (row.of === null) {
    const bearer = yield* namedSo(bank, key)
    if (bearer === undefined) {
      yield* insertName(bank, row, { key, entity, own, of: null })
      return 'added'
    }
    yield* alias(bank, aliases, row.id, bearer.nameRid)
    const others = yield* get(
      sql`select name_rid from entity_alias where bank = ${bank} and entity_rid = ${entity}`,
    )
    if (others === undefined) aliases.set(row.entity, bearer.id)
    return 'present'
  }
  if (row.of === row.id) {
    yield* insertName(bank, row, { key, entity, own, of: 'itself' })
    return 'added'
  }
  const of = yield* nameRid(bank, known(row.of))
  if (of === undefined) return 'left out'
  const present = yield* get<{ name_rid: number }>(sql`
    select name_rid from entity_alias
    where bank = ${bank} and of_rid = ${of} and name_key = ${key} and entity_rid = ${entity}`)
  if (present !== undefined) {
    yield* alias(bank, aliases, row.id, present.name_rid)
    return 'present'
  }
  yield* insertName(bank, row, { key, entity, own, of })
  return 'added'
}

interface Place {
  readonly key: Uint8Array
  readonly entity: number
  readonly own: number
  readonly of: number | null | 'itself'
}

function* insertName(bank: string, { id, name }: NameRow, { key, entity, own, of }: Place): Tx<void> {
  const row = yield* get<{ rid: number }>(
    sql`insert into entity_name (bank, id, name) values (${bank}, ${id}, ${name}) returning rid`,
  )
  if (row === undefined) throw new Error('an insert returned no row number')
  yield* run(sql`
    insert into entity_alias (bank, name_rid, name_key, entity_rid, own_rid, of_rid)
    values (${bank}, ${row.rid}, ${key}, ${entity}, ${own}, ${of === 'itself' ? row.rid : of})`)
}

function* alias(bank: string, aliases: Map<string, string>, from: string, rid: number): Tx<void> {
  const row = yield* get<{ id: string }>(
    sql`select id from entity_name where bank = ${bank} and rid = ${rid}`,
  )
  if (row !== undefined) aliases.set(from, row.id)
}

function* ridOf(bank: string, id: string): Tx<number | undefined> {
  const row = yield* get<{ rid: number }>(sql`select rid from entity where bank = ${bank} and id = ${id}`)
  return row?.rid
}

function* nameRid(bank: string, id: string): Tx<number | undefined> {
  const row = yield* get<{ rid: number }>(
    sql`select rid from entity_name where bank = ${bank} and id = ${id}`,
  )
  return row?.rid
}
