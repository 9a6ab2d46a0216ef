import { addMention, type NamingItem } from '../../graph/name-entities.js'
import type { ResolvedEntity } from '../../graph/resolved-entity.js'
import type { Spine } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import { tagOf, USER_TAG, userEntity } from './subject-tag.js'

/** Whom or what a fact is about. */
export interface Subject extends ResolvedEntity {
  /** What stands for it in keys and forms. */
  readonly tag: string
}

export function* readSubject(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  rid: number | null,
): Tx<Subject | undefined> {
  if (rid === null) return undefined
  const names = yield* all<ResolvedEntity & { readonly of_rid: number | null }>(sql`
    select e.rid, e.id, e.type, a.name_rid as "nameRid", n.name, a.of_rid
    from entity e
    join entity_alias a on a.bank = e.bank and a.entity_rid = e.rid
    join entity_name n on n.bank = a.bank and n.rid = a.name_rid
    where e.bank = ${bank} and e.rid = ${rid}`)
  // Whole names before parts of them, the oldest first.
  const isPart = (name: (typeof names)[number]) => Number(name.of_rid !== null)
  const [first] = names.sort((a, b) => isPart(a) - isPart(b) || a.nameRid - b.nameRid)
  if (first === undefined) return undefined
  const { of_rid: _, ...entity } = first
  return { ...entity, tag: tagOf(entity, yield* userEntity(spine, bank)) }
}

/** A fact that stands on its own names its subject by itself: else the name would go with what named it before. */
export function* keepSubject(bank: string, item: NamingItem, subject: Subject | undefined): Tx<void> {
  if (subject !== undefined && subject.tag !== USER_TAG) yield* addMention(bank, item, subject)
}
