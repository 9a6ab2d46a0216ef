import type { RelationType } from '../../../graph/relation-type.js'
import type { RelationAttribute } from '../extracted.js'
import { remember } from '../memory.js'
import { type Clause, type Person, personsAt, type Reader, tell } from './clause.js'

interface Related {
  readonly attribute?: string | null
  readonly category?: 'relation' | 'project'
  readonly attributes?: readonly RelationAttribute[]
  readonly to?: number
}

/** States the relation from each subject; what also is an attribute of the subject is told as one. */
export function relate(clause: Clause, type: RelationType, object: Person, related: Related = {}): void {
  const { attribute = null, attributes = [], to } = related
  const isHome = attribute === 'location' || attribute === 'employer'
  const isIdentity = isOwn(clause) && isHome
  for (const party of clause.subject.parties)
    if (clause.subject.kind === 'person') remember(clause.memory, party)
  if (named.has(type)) clause.memory.thing = object.party
  tell(clause, {
    category: isIdentity ? 'identity' : (related.category ?? 'relation'),
    attribute,
    value: { from: object.from, to: object.to },
    ...(to === undefined ? {} : { to }),
    relation: { type, object: object.party, attributes },
  })
}

/** What `it` can mean behind them. */
const named: ReadonlySet<RelationType> = new Set(['works_on', 'owns', 'leads', 'assigned_to'])

/** The relation from each subject to each of the persons that follow. */
export function toPersons(type: RelationType, attribute: string | null = null): Reader {
  return (clause, at) => {
    if (clause.isNegated) return -1
    const { items, to } = personsAt(clause, at)
    if (items.length === 0) return -1
    // `Tom reports to me`: the relation alone, as `me` is no value of a manager
    const isOne = items.length === 1 && items[0]?.party !== 'speaker'
    for (const item of items) relate(clause, type, item, { attribute: isOne ? attribute : null })
    return to
  }
}

/** The speaker, alone or with others. */
export function isOwn({ subject }: Clause): boolean {
  return subject.kind === 'speaker' || subject.kind === 'we'
}
