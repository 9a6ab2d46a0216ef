import type { Spine } from '../items/spine.js'
import { sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import { entityName } from './entity-name.js'

/** A name as it belongs to an entity. */
export interface HeldName {
  readonly rid: number
  readonly name: string
  readonly key: Uint8Array
  /** The entity that it was made for. */
  readonly own: number
  /** The longer name that it is a part of. */
  readonly of: number | null
}

/** All names of an entity, oldest first. */
export function* namesOf(bank: string, entity: number): Tx<HeldName[]> {
  const rows = yield* all<HeldName>(sql`
    select a.name_rid as rid, n.name, a.name_key as "key", a.own_rid as own, a.of_rid as "of"
    from entity_alias a join entity_name n on n.bank = a.bank and n.rid = a.name_rid
    where a.bank = ${bank} and a.entity_rid = ${entity}`)
  return rows.sort((a, b) => a.rid - b.rid)
}

/** Whether it stands for itself: no part of a longer name that is there. */
export function isWhole({ rid, of }: HeldName): boolean {
  return of === null || of === rid
}

/**
 * Those of the names that are meant by what a caller gives, whole ones before parts of them, with all parts of what is
 * meant. `own`: where it was made for that entity, another's of the same spelling is not meant. Undefined where a given
 * one is not among them.
 */
export function pickNames(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  held: readonly HeldName[],
  { given, own }: { readonly given: readonly string[]; readonly own: number | undefined },
): HeldName[] | undefined {
  const picked = new Set<HeldName>()
  for (const text of given) {
    const { key } = entityName(spine, bank, text)
    const called = held.filter((name) => Buffer.compare(name.key, key) === 0)
    const theirs = called.filter((name) => name.own === own)
    const possible = theirs.length > 0 ? theirs : called
    const whole = possible.filter(isWhole)
    const meant = whole.length > 0 ? whole : possible
    if (meant.length === 0) return undefined
    for (const name of meant) picked.add(name)
  }
  const wholes = new Set([...picked].map(({ rid }) => rid))
  return held.filter((name) => picked.has(name) || (name.of !== null && wholes.has(name.of)))
}
