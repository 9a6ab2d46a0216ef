import type { Spine } from '../items/spine.js'
import type { Tx } from '../store/statement.js'
import {
  answerOf,
  askAround,
  askCoMentions,
  askPath,
  type GraphAnswer,
  type Named,
  resolveNamed,
  showEdges,
} from './ask-graph.js'
import { type EntityType, entityTypes } from './entity-type.js'
import { type GraphStatistics, graphStatistics } from './graph-statistics.js'
import { edgesOfType, entitiesOfType } from './list-graph.js'
import { type EntityAttribute, readAttributes } from './read-attributes.js'
import { readEntities } from './read-entities.js'
import type { RelationType } from './relation-type.js'
import type { Direction } from './steps.js'

/** Among types of relations: what is only mentioned together. */
export const CO_MENTION = 'mentioned_with'

export interface GraphQuery {
  /** Whom or what to look at; nobody: the types, else the statistics. */
  readonly about: Named | undefined
  /** The other end of a path. */
  readonly to: Named | undefined
  readonly type: EntityType | RelationType | typeof CO_MENTION | undefined
  readonly direction: Direction
  readonly hops: number
  /** Milliseconds UTC. */
  readonly asOf: number | undefined
  readonly limit: number
}

export interface GraphLook {
  /** False: nothing here answers it. */
  readonly isKnown: boolean
  /** What is not known or not clear, in words. */
  readonly note: string | null
  readonly answer: GraphAnswer
  /** What is said of the entity that was asked about alone. */
  readonly attributes: readonly EntityAttribute[]
  readonly statistics: GraphStatistics | null
}

/** What one bank's graph answers. Nothing that no relation says is answered. */
export function* lookAtGraph(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  query: GraphQuery,
): Tx<GraphLook> {
  const { about, to, type, limit } = query
  if (about === undefined) return yield* lookAtAll(bank, type, limit)
  const start = yield* theOne(spine, bank, about)
  if (typeof start !== 'number') return start
  const attributes = (yield* readAttributes(bank, [start], ATTRIBUTES_MAX)).get(start) ?? []
  if (to !== undefined) {
    const end = yield* theOne(spine, bank, to)
    if (typeof end !== 'number') return end
    const answer = yield* askPath(bank, start, end, { ...filterOf(query), hops: PATH_HOPS })
    return answer.paths.length > 0 ? { ...known(answer), attributes } : noPath(answer)
  }
  if (type === CO_MENTION) return known(yield* askCoMentions(bank, start, limit))
  const ofType = isEntityType(type) ? type : undefined
  const answer = yield* askAround(bank, start, { ...filterOf(query), hops: query.hops, limit, ofType })
  return { ...known(answer, answer.paths.length === 0 ? nothingAround(answer, query) : null), attributes }
}

/** Paths are looked for from both ends, so that the way between them is as far as four hops whatever was asked. */
const PATH_HOPS = 4
const ATTRIBUTES_MAX = 20

function filterOf({ direction, type, asOf }: GraphQuery) {
  return { direction, asOf, type: type === CO_MENTION || isEntityType(type) ? undefined : type }
}

function isEntityType(type: GraphQuery['type']): type is EntityType {
  return entityTypes.some((one) => one === type)
}

function* lookAtAll(bank: string, type: GraphQuery['type'], limit: number): Tx<GraphLook> {
  if (type === undefined || type === CO_MENTION) {
    const statistics = yield* graphStatistics(bank, Math.min(limit, TOP_MAX))
    const top = yield* readEntities(
      bank,
      statistics.top.map(({ rid }) => rid),
    )
    return { ...known(answerOf(top)), statistics }
  }
  const answer = isEntityType(type)
    ? answerOf(yield* readEntities(bank, yield* entitiesOfType(bank, type, limit + 1)))
    : yield* showEdges(bank, yield* edgesOfType(bank, type, limit + 1))
  return answer.entities.length === 0
    ? { ...known(answer, `nothing of the type ${type} is known`), isKnown: false }
    : known(clipped(answer, isEntityType(type) ? 'entities' : 'relations', limit))
}

const TOP_MAX = 10

/** One more was asked for than is shown, to know whether there are more. */
function clipped(answer: GraphAnswer, what: 'entities' | 'relations', limit: number): GraphAnswer {
  if (answer[what].length <= limit) return answer
  if (what === 'entities') return { ...answer, entities: answer.entities.slice(0, limit), isComplete: false }
  return {
    ...answer,
    relations: answer.relations.slice(0, limit),
    paths: answer.paths.slice(0, limit),
    isComplete: false,
  }
}

/** The entity that is meant; or what is to be said where that is nobody, or one of several. */
function* theOne(spine: Pick<Spine, 'identityKey'>, bank: string, named: Named): Tx<number | GraphLook> {
  const found = yield* resolveNamed(spine, bank, named)
  const [first, ...others] = found
  const called = 'name' in named ? `by the name ${named.name}` : `by the id ${named.id}`
  if (first === undefined) return { ...known(answerOf([]), `nothing is known ${called}`), isKnown: false }
  if (others.length === 0) return first
  const answer = answerOf(yield* readEntities(bank, found))
  return {
    ...known(answer, `${found.length} are known ${called}: ask for one of them by its full name or id`),
    isKnown: false,
  }
}

function known(answer: GraphAnswer, note: string | null = null): GraphLook {
  return { isKnown: true, note, answer, attributes: [], statistics: null }
}

function noPath(answer: GraphAnswer): GraphLook {
  const [from, to] = answer.entities
  const note = answer.isComplete
    ? `no path is known from ${from?.name} to ${to?.name} within ${PATH_HOPS} relations`
    : `no path was found from ${from?.name} to ${to?.name}: too much is related to them to look at all of it`
  return { ...known(answer, note), isKnown: false }
}

function nothingAround({ entities: [start] }: GraphAnswer, { type, direction }: GraphQuery): string {
  const what = type === undefined ? 'relation' : isEntityType(type) ? `way to a ${type}` : `${type} relation`
  const which = direction === 'both' ? 'of' : direction === 'out' ? 'from' : 'towards'
  return `no ${what} ${which} ${start?.name} is known`
}

/** What several banks answer, as one answer: row numbers are the store's. */
export function joinLooks(looks: readonly GraphLook[]): GraphLook {
  const knowing = looks.filter(({ isKnown }) => isKnown)
  const [first, ...others] = knowing.length > 0 ? knowing : looks
  if (first === undefined) throw new RangeError('no bank was asked')
  return others.reduce(join, first)
}

function join(a: GraphLook, b: GraphLook): GraphLook {
  const list = <K extends 'entities' | 'relations' | 'paths' | 'coMentions'>(what: K) => [
    ...a.answer[what],
    ...b.answer[what],
  ]
  return {
    isKnown: a.isKnown || b.isKnown,
    note: a.note ?? b.note,
    attributes: [...a.attributes, ...b.attributes],
    statistics: joinStatistics(a.statistics, b.statistics),
    answer: {
      entities: list('entities') as GraphAnswer['entities'],
      relations: list('relations') as GraphAnswer['relations'],
      paths: list('paths') as GraphAnswer['paths'],
      coMentions: list('coMentions') as GraphAnswer['coMentions'],
      ends: new Map([...a.answer.ends, ...b.answer.ends]),
      isComplete: a.answer.isComplete && b.answer.isComplete,
    },
  }
}

function joinStatistics(a: GraphStatistics | null, b: GraphStatistics | null): GraphStatistics | null {
  if (a === null || b === null) return a ?? b
  return {
    entities: a.entities + b.entities,
    relations: a.relations + b.relations,
    entitiesByType: addedUp([...a.entitiesByType, ...b.entitiesByType]),
    relationsByType: addedUp([...a.relationsByType, ...b.relationsByType]),
    top: [...a.top, ...b.top].sort((one, other) => other.mentions - one.mentions),
  }
}

function addedUp<T>(counts: readonly { readonly type: T; readonly count: number }[]) {
  const sums = new Map<T, number>()
  for (const { type, count } of counts) sums.set(type, (sums.get(type) ?? 0) + count)
  return [...sums].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count)
}
