import type { Spine } from '../items/spine.js'
import { sql } from '../store/sql.js'
import { all, get, run, type Tx, unwaited } from '../store/statement.js'
import type { Span } from '../text/span.js'
import { type EntityName, entityName, isPartOfName, shortNameOf } from './entity-name.js'
import type { EntityType } from './entity-type.js'
import type { ResolvedEntity } from './resolved-entity.js'
import { isSaidByUser } from './said-by-user.js'

/** Whom or what a text names: the fullest name first. */
export interface NamedPlaces {
  readonly type: EntityType | null
  readonly names: readonly Span[]
}

/** An entity with the keys of its names, made before the transaction begins. */
export interface PreparedEntity {
  /** For one that is new. */
  readonly id: string
  readonly type: EntityType | null
  readonly whole: NewName
  /** Parts of the whole name; a given name is one of them although the item may not use it. */
  readonly parts: readonly PartName[]
  /** Names that are no part of it: the same one in another script. */
  readonly aliases: readonly AliasName[]
}

/** A name as it is added where it is not known yet. */
export interface NewName extends EntityName {
  readonly id: string
}

interface PartName extends NewName {
  readonly isUsed: boolean
}

interface AliasName extends NewName {
  /** For an entity of its own. */
  readonly entityId: string
}

/** The item that names. */
export interface NamingItem {
  readonly rid: number
  /** When it happened, else when it was recorded. Milliseconds UTC. */
  readonly at: number
}

export interface Naming extends NamingItem {
  /** The user in person: only they say that two names are one's. */
  readonly isStated: boolean
}

export function prepareEntities(
  spine: Pick<Spine, 'env' | 'identityKey'>,
  bank: string,
  text: string,
  entities: readonly NamedPlaces[],
): PreparedEntity[] {
  return entities.map(({ type, names }) =>
    prepareEntity(
      spine,
      bank,
      type,
      names.map(([start, end]) => text.substring(start, end)), // slice-ok: names are made well-formed
    ),
  )
}

/** As {@link prepareEntities}, for names as such: the fullest first. */
function prepareEntity(
  spine: Pick<Spine, 'env' | 'identityKey'>,
  bank: string,
  type: EntityType | null,
  given: readonly string[],
): PreparedEntity {
  const newName = (name: string): NewName => ({ ...entityName(spine, bank, name), id: spine.env.newId() })
  const id = spine.env.newId()
  const [whole, ...others] = distinct(given.map(newName))
  if (whole === undefined) throw new RangeError('an entity without a name')
  const parts = others.filter(({ name }) => isPartOfName(name, whole.name))
  const short = shortNameOf(type, whole.name)
  const used = parts.map((part) => ({ ...part, isUsed: true }))
  const unused = short === undefined ? [] : [{ ...newName(short), isUsed: false }]
  return {
    id,
    type,
    whole,
    parts: distinct<PartName>([...used, ...unused]),
    aliases: others
      .filter((name) => !parts.includes(name))
      .map((name) => ({ ...name, entityId: spine.env.newId() })),
  }
}

function distinct<T extends EntityName>(names: readonly T[]): T[] {
  const keys = names.map(({ key }) => Buffer.from(key).toString('latin1'))
  return names.filter((_, index) => keys.indexOf(keys[index] as string) === index)
}

/**
 * The entities that an item names, in the order of `prepared`: known ones are found by their names, new ones are made,
 * and the item's mentions of them are written. A type that was not known is filled in; one that differs stays. What
 * tools, agents and imports call by two names is two: else what they say could put a fact in another's place.
 */
export function* nameEntities(
  bank: string,
  item: Naming,
  prepared: readonly PreparedEntity[],
): Tx<ResolvedEntity[]> {
  const resolved: ResolvedEntity[] = []
  for (const entity of prepared) resolved.push(yield* nameEntity(bank, item, entity))
  return resolved
}

function* nameEntity(bank: string, item: Naming, prepared: PreparedEntity): Tx<ResolvedEntity> {
  const { whole, parts, aliases, type } = prepared
  const known = yield* findNamed(bank, whole.key, { type, isStated: item.isStated })
  const found = known ?? (yield* addWhole(bank, prepared, item.isStated))
  const isTyped = found.type === null && prepared.type !== null
  if (isTyped) {
    yield* unwaited(
      run(sql`update entity set type = ${prepared.type} where bank = ${bank} and rid = ${found.rid}`),
    )
  }
  const mentioned = [found.nameRid]
  for (const part of parts) {
    const isNew = known === undefined || isTyped
    if (!isNew && !part.isUsed) continue
    const nameRid = yield* partOf(bank, found, part)
    if (part.isUsed) mentioned.push(nameRid)
  }
  for (const alias of aliases) {
    if (item.isStated) {
      const nameRid = yield* aliasOf(bank, found, alias)
      if (nameRid !== undefined) mentioned.push(nameRid)
    } else {
      yield* nameEntity(bank, item, { id: alias.entityId, type, whole: alias, parts: [], aliases: [] })
    }
  }
  for (const nameRid of mentioned) yield* addMention(bank, item, { rid: found.rid, nameRid })
  const { rid, id, name, nameRid } = found
  return { rid, id, name, nameRid, type: found.type ?? prepared.type }
}

/** Writes that an item is about an entity, which its words may not name: a correction of what was said of it. */
export function* addMention(
  bank: string,
  { rid, at }: NamingItem,
  entity: Pick<ResolvedEntity, 'rid' | 'nameRid'>,
): Tx<void> {
  yield* unwaited(
    run(sql`
      insert into mention (bank, item_rid, name_rid, entity_rid, at)
      values (${bank}, ${rid}, ${entity.nameRid}, ${entity.rid}, ${at})
      on conflict do nothing`),
  )
}

interface FoundName extends ResolvedEntity {
  /** The longer name that this is a part of. */
  readonly of_rid: number | null
}

/**
 * Who is meant by a name: the one that bears it, else the only one that has it as a part. Between two it stays open,
 * and an entity of its own: whoever knows them may merge it. For the user a name that they never said has no parts.
 */
function* findNamed(
  bank: string,
  key: Uint8Array,
  { type, isStated }: { readonly type: EntityType | null; readonly isStated: boolean },
): Tx<FoundName | undefined> {
  const called = yield* namedAtAll(bank, key)
  const own = called.find(({ of_rid }) => of_rid === null)
  if (own !== undefined) return own
  const fitting = called.filter((part) => type === null || part.type === null || part.type === type)
  const possible: FoundName[] = []
  for (const part of fitting)
    if (!isStated || (yield* isSaid(bank, part.of_rid ?? part.nameRid))) possible.push(part)
  const [first] = possible
  return possible.every(({ rid }) => rid === first?.rid) ? first : undefined
}

function* isSaid(bank: string, nameRid: number): Tx<boolean> {
  return (yield* get(sql`select 1 as n where ${isSaidByUser(bank, sql`${nameRid}`)}`)) !== undefined
}

/** Who bears a name, and of whom it is a part, oldest first. */
export function* namedAtAll(bank: string, key: Uint8Array): Tx<FoundName[]> {
  // Neither an order nor `is not null`: either makes SQLite walk all names of the bank instead of looking these up.
  const rows = yield* all<FoundName>(sql`
    select e.rid, e.id, n.name, a.name_rid as "nameRid", e.type, a.of_rid
    from entity_alias a
    join entity e on e.bank = a.bank and e.rid = a.entity_rid
    join entity_name n on n.bank = a.bank and n.rid = a.name_rid
    where a.bank = ${bank} and a.name_key = ${key}`)
  return rows.sort((a, b) => a.nameRid - b.nameRid)
}

/** Who bears a name, all of it. */
export function namedSo(bank: string, key: Uint8Array) {
  return get<FoundName>(sql`
    select e.rid, e.id, n.name, a.name_rid as "nameRid", e.type, a.of_rid
    from entity_alias a
    join entity e on e.bank = a.bank and e.rid = a.entity_rid
    join entity_name n on n.bank = a.bank and n.rid = a.name_rid
    where a.bank = ${bank} and a.name_key = ${key} and a.of_rid is null`)
}

/** A name that is new: of an entity that the user knows by another, else of a new one. */
function* addWhole(
  bank: string,
  { id, type, whole, aliases }: PreparedEntity,
  isStated: boolean,
): Tx<FoundName> {
  for (const { key } of isStated ? aliases : []) {
    const known = yield* namedSo(bank, key)
    if (known === undefined) continue
    const nameRid = yield* addName(bank, whole, { entity: known.rid, of: null })
    return { ...known, name: whole.name, nameRid }
  }
  const made = yield* get<{ rid: number }>(
    sql`insert into entity (bank, id, type) values (${bank}, ${id}, ${type}) returning rid`,
  )
  if (made === undefined) throw new Error('an insert returned no row number')
  const nameRid = yield* addName(bank, whole, { entity: made.rid, of: null })
  return { rid: made.rid, id, name: whole.name, nameRid, type, of_rid: null }
}

/** Adds a name that its entity does not have. */
export function* addName(
  bank: string,
  { id, name, key }: NewName,
  { entity, of }: { readonly entity: number; readonly of: number | null },
): Tx<number> {
  const row = yield* get<{ rid: number }>(
    sql`insert into entity_name (bank, id, name) values (${bank}, ${id}, ${name}) returning rid`,
  )
  if (row === undefined) throw new Error('an insert returned no row number')
  yield* unwaited(
    run(sql`
      insert into entity_alias (bank, name_rid, name_key, entity_rid, own_rid, of_rid)
      values (${bank}, ${row.rid}, ${key}, ${entity}, ${entity}, ${of})`),
  )
  return row.rid
}

/** A part of a part is one of the whole: so a name that goes has no more than one name above it. */
function* partOf(bank: string, { rid, nameRid, of_rid }: FoundName, part: NewName): Tx<number> {
  const present = yield* get<{ name_rid: number }>(sql`
    select name_rid from entity_alias
    where bank = ${bank} and of_rid = ${of_rid ?? nameRid} and name_key = ${part.key} and entity_rid = ${rid}`)
  return present?.name_rid ?? (yield* addName(bank, part, { entity: rid, of: of_rid ?? nameRid }))
}

/** Undefined for a name that another entity bears: that the two are one is not for a rule to say. */
function* aliasOf(bank: string, { rid }: FoundName, alias: NewName): Tx<number | undefined> {
  const present = yield* namedSo(bank, alias.key)
  if (present === undefined) return yield* addName(bank, alias, { entity: rid, of: null })
  return present.rid === rid ? present.nameRid : undefined
}
