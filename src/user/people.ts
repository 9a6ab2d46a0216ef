import { findEntities } from '../graph/find-entities.js'
import { entitiesOfType } from '../graph/list-graph.js'
import { type EntityAttribute, readAttributes } from '../graph/read-attributes.js'
import { type Entity, readEntities } from '../graph/read-entities.js'
import { type Relation, readRelations } from '../graph/read-relations.js'
import type { RelationType } from '../graph/relation-type.js'
import { stepsFrom } from '../graph/steps.js'
import type { Spine } from '../items/spine.js'
import type { Tx } from '../store/statement.js'

export interface Person {
  readonly entity: Entity
  /** What is said of them alone, newest first. */
  readonly attributes: readonly EntityAttribute[]
  readonly relations: readonly Relation[]
  /** Entities by row number: to whom they report, who reports to them, and what they work on. */
  readonly managers: readonly number[]
  readonly reports: readonly number[]
  readonly projects: readonly number[]
}

export interface People {
  readonly people: readonly Person[]
  /** Everyone and everything that their relations lead to, by row number. */
  readonly others: ReadonlyMap<number, Entity>
  readonly isComplete: boolean
}

export interface PeopleQuery {
  /** Only whoever is called so. */
  readonly name: string | undefined
  readonly limit: number
}

/** Known people, those that most items name first, with what is around each of them. */
export function* listPeople(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  { name, limit }: PeopleQuery,
): Tx<People> {
  const rids =
    name === undefined
      ? yield* entitiesOfType(bank, 'person', limit + 1)
      : yield* findEntities(spine, bank, name)
  const entities = (yield* readEntities(bank, rids)).filter(isPerson).slice(0, limit)
  const shown = entities.map(({ rid }) => rid)
  const steps = yield* stepsFrom(bank, shown, { direction: 'both' })
  const edges = steps.map((all) => all.edges.slice(0, RELATIONS_MAX))
  const ends = new Set(edges.flat().flatMap(({ from, to }) => [from, to]))
  const others = new Map((yield* readEntities(bank, [...ends])).map((one) => [one.rid, one]))
  const attributes = yield* readAttributes(bank, shown, ATTRIBUTES_EACH)
  const people: Person[] = []
  for (const [index, entity] of entities.entries()) {
    const relations = yield* readRelations(bank, edges[index] ?? [])
    people.push({
      entity,
      relations,
      attributes: attributes.get(entity.rid) ?? [],
      ...around(entity, relations, others),
    })
  }
  return { people, others, isComplete: rids.length <= limit }
}

const RELATIONS_MAX = 50
const ATTRIBUTES_EACH = 20

/** A name may also be somebody's of whom no text says that they are a person. */
function isPerson({ type }: Entity): boolean {
  return type === 'person' || type === null
}

function around(
  { rid }: Entity,
  relations: readonly Relation[],
  others: ReadonlyMap<number, Entity>,
): Pick<Person, 'managers' | 'reports' | 'projects'> {
  const out = (types: readonly RelationType[]) =>
    relations.filter(({ type, from }) => from === rid && types.includes(type)).map(({ to }) => to)
  const into = (types: readonly RelationType[]) =>
    relations.filter(({ type, to }) => to === rid && types.includes(type)).map(({ from }) => from)
  return {
    managers: distinct([...out(['reports_to']), ...into(['manages'])]),
    reports: distinct([...into(['reports_to']), ...out(['manages'])]),
    projects: distinct(out(WORK)).filter((one) => others.get(one)?.type !== 'person'),
  }
}

const WORK: readonly RelationType[] = ['works_on', 'owns', 'leads', 'assigned_to', 'focuses_on']

function distinct(rids: readonly number[]): number[] {
  return [...new Set(rids)]
}
