import { inInt, sql } from '../store/sql.js'
import { all, batch, type Tx } from '../store/statement.js'
import type { EntityType } from './entity-type.js'
import { isSaidByUser } from './said-by-user.js'

/** A node of the graph. Times are milliseconds UTC. */
export interface Entity {
  readonly rid: number
  readonly id: string
  readonly name: string
  /** Its other names, parts of names last. */
  readonly aliases: readonly string[]
  readonly type: EntityType | null
  /** Items that name it. */
  readonly mentions: number
  /** When the first and the last of them happened; null for the user, whom no item needs to name. */
  readonly firstAt: number | null
  readonly lastAt: number | null
}

/** Entities by row number, in the order asked for; those that are not there are left out. */
export function* readEntities(bank: string, rids: readonly number[]): Tx<Entity[]> {
  if (rids.length === 0) return []
  const wanted = inInt(rids)
  // Entities by their names: by a list of row numbers SQLite would look at every entity of the bank.
  const [names, mentions] = yield* batch([
    all<NameRow & EntityRow>(sql`
      select a.entity_rid, a.own_rid, a.of_rid, a.name_rid, n.name, e.id, e.type
      from entity_alias a
      join entity_name n on n.bank = a.bank and n.rid = a.name_rid
      join entity e on e.bank = a.bank and e.rid = a.entity_rid
      where a.bank = ${bank} and a.entity_rid ${wanted}`),
    all<MentionRow>(sql`
      select entity_rid, count(distinct item_rid) as n, min(at) as first_at, max(at) as last_at
      from mention where bank = ${bank} and entity_rid ${wanted} group by entity_rid`),
  ])
  const namesOf = grouped(names)
  const mentionsOf = new Map(mentions.map((row) => [row.entity_rid, row]))
  return rids.flatMap((rid) => {
    const called = namesOf.get(rid) ?? []
    const [first] = called
    if (first === undefined) return []
    const [name = '', ...aliases] = inOrder(called)
    const heard = mentionsOf.get(rid)
    return {
      rid,
      id: first.id,
      type: first.type,
      name,
      aliases,
      mentions: heard?.n ?? 0,
      firstAt: heard?.first_at ?? null,
      lastAt: heard?.last_at ?? null,
    }
  })
}

/** What entities are called, by row number: for where nothing else of them is shown. */
export function* readNames(bank: string, rids: readonly number[]): Tx<ReadonlyMap<number, string>> {
  if (rids.length === 0) return new Map()
  const rows = yield* namesOfAll(bank, rids)
  return new Map([...grouped(rows)].map(([rid, names]) => [rid, inOrder(names)[0] ?? '']))
}

/** What the user in person calls them, `you` for themselves; those whom they never named are left out. */
export function* readSaidNames(bank: string, rids: readonly number[]): Tx<ReadonlyMap<number, string>> {
  if (rids.length === 0) return new Map()
  // Only the name of the user stands for itself without a mention.
  const isSpeaker = sql`(a.of_rid is null and not exists (
    select 1 from mention m where m.bank = ${bank} and m.name_rid = a.name_rid))`
  const rows = yield* namesOfAll(
    bank,
    rids,
    sql`and (${isSaidByUser(bank, sql`a.name_rid`)} or ${isSpeaker})`,
  )
  return new Map([...grouped(rows)].map(([rid, names]) => [rid, inOrder(names)[0] ?? '']))
}

function namesOfAll(bank: string, rids: readonly number[], matching = sql``) {
  return all<NameRow>(sql`
    select a.entity_rid, a.own_rid, a.of_rid, a.name_rid, n.name
    from entity_alias a join entity_name n on n.bank = a.bank and n.rid = a.name_rid
    where a.bank = ${bank} and a.entity_rid ${inInt(rids)} ${matching}`)
}

interface NameRow {
  readonly entity_rid: number
  readonly own_rid: number
  readonly of_rid: number | null
  readonly name_rid: number
  readonly name: string
}

interface EntityRow {
  readonly id: string
  readonly type: EntityType | null
}

interface MentionRow {
  readonly entity_rid: number
  readonly n: number
  readonly first_at: number
  readonly last_at: number
}

function grouped<T extends NameRow>(rows: readonly T[]): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(row.entity_rid)
    if (group === undefined) groups.set(row.entity_rid, [row])
    else group.push(row)
  }
  return groups
}

/** Its own before those it took over, whole ones before parts, the oldest first; each spelling once. */
function inOrder(names: readonly NameRow[]): string[] {
  const place = (row: NameRow) => [isPart(row), Number(row.own_rid !== row.entity_rid), row.name_rid] as const
  const sorted = [...names].sort((a, b) => compare(place(a), place(b)))
  return [...new Set(sorted.map(({ name }) => name))]
}

function isPart({ of_rid, name_rid }: NameRow): number {
  return of_rid !== null && of_rid !== name_rid ? 1 : 0
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((one, index) => one !== b[index])
  return at === -1 ? 0 : (a[at] as number) - (b[at] as number)
}
