import type { Spine } from '../items/spine.js'
import type { Tx } from '../store/statement.js'
import { type CoMention, coMentions, itemsNamingBoth } from './co-mentions.js'
import type { EntityType } from './entity-type.js'
import { findEntities, findEntityById } from './find-entities.js'
import { pathText } from './path-text.js'
import { type Entity, readEntities } from './read-entities.js'
import { type Relation, readRelations } from './read-relations.js'
import { shortestPath } from './shortest-path.js'
import type { Edge, EdgeFilter } from './steps.js'
import { otherEnd, walk } from './walk.js'

/** Whom a question is about. */
export type Named = { readonly name: string } | { readonly id: string }

export interface AroundQuery extends EdgeFilter {
  readonly hops: number
  /** Entities beside the one that is asked about. */
  readonly limit: number
  /** Only these are shown; the way to them leads through any. */
  readonly ofType?: EntityType | undefined
}

/** What the graph knows. Names are those of the bank it was asked of. */
export interface GraphAnswer {
  /** The ones that were asked about first, then by distance. */
  readonly entities: readonly Entity[]
  /** What everything is called that relations and paths lead over, by row number. */
  readonly ends: ReadonlyMap<number, End>
  readonly relations: readonly Relation[]
  /** How each entity is reached from the one that was asked about. */
  readonly paths: readonly Path[]
  readonly coMentions: readonly CoMentioned[]
  readonly isComplete: boolean
}

export type End = Pick<Entity, 'id' | 'name'>

export interface Path {
  /** Row number of the entity at its end. */
  readonly to: number
  readonly text: string
  readonly edges: readonly Edge[]
}

export interface CoMentioned extends CoMention {
  readonly evidence: readonly string[]
}

/** Of entities alone, with what else is given. */
export function answerOf(
  entities: readonly Entity[],
  rest: Partial<Omit<GraphAnswer, 'entities'>> = {},
): GraphAnswer {
  const ends = new Map(entities.map(({ rid, id, name }) => [rid, { id, name }]))
  return { entities, ends, relations: [], paths: [], coMentions: [], isComplete: true, ...rest }
}

/** Who may be meant, by row number. */
export function* resolveNamed(
  spine: Pick<Spine, 'identityKey'>,
  bank: string,
  named: Named,
): Tx<readonly number[]> {
  if ('name' in named) return yield* findEntities(spine, bank, named.name)
  const rid = yield* findEntityById(bank, named.id)
  return rid === undefined ? [] : [rid]
}

/** An entity and what can be reached from it, with the path to each. */
export function* askAround(bank: string, start: number, query: AroundQuery): Tx<GraphAnswer> {
  const { ofType, limit, ...options } = query
  // Of those that may not be shown, only the way is needed.
  const walked = yield* walk(bank, start, { ...options, limit: ofType === undefined ? limit : Infinity })
  const found = yield* readEntities(bank, [start, ...walked.reached.map(({ rid }) => rid)])
  const [first, ...others] = found
  if (first === undefined) return answerOf([])
  const fitting = ofType === undefined ? others : others.filter(({ type }) => type === ofType)
  const shown = fitting.slice(0, limit)
  const paths = new Map(walked.reached.map(({ rid, path }) => [rid, path]))
  const { ends } = answerOf(found)
  return answerOf([first, ...shown], {
    ends,
    relations: yield* readRelations(bank, relevant(walked.edges, start, shown, paths)),
    paths: shown.map(({ rid }) => {
      const edges = paths.get(rid) ?? []
      return { to: rid, text: pathText(start, edges, ends), edges }
    }),
    isComplete: !walked.isCut && shown.length === fitting.length,
  })
}

/** Edges between what is shown, and those on the way to it. */
function relevant(
  edges: readonly Edge[],
  start: number,
  shown: readonly Entity[],
  paths: ReadonlyMap<number, readonly Edge[]>,
): Edge[] {
  const ends = new Set([start, ...shown.map(({ rid }) => rid)])
  const onTheWay = new Set(shown.flatMap(({ rid }) => paths.get(rid) ?? []))
  return edges.filter((edge) => onTheWay.has(edge) || (ends.has(edge.from) && ends.has(edge.to)))
}

/** A shortest path between two entities, if one is known. */
export function* askPath(
  bank: string,
  from: number,
  to: number,
  query: EdgeFilter & { readonly hops: number },
): Tx<GraphAnswer> {
  const { path, isCut } = yield* shortestPath(bank, from, to, query)
  if (path === undefined) {
    return answerOf(yield* readEntities(bank, [from, to]), { isComplete: !isCut })
  }
  const way = [from]
  for (const edge of path) way.push(otherEnd(edge, way.at(-1) as number))
  const entities = yield* readEntities(bank, way)
  const { ends } = answerOf(entities)
  return answerOf(entities, {
    relations: yield* readRelations(bank, path),
    paths: [{ to, text: pathText(from, path, ends), edges: path }],
  })
}

/** Edges with their ends, each as a path of its own. */
export function* showEdges(bank: string, edges: readonly Edge[]): Tx<GraphAnswer> {
  const entities = yield* readEntities(bank, [...new Set(edges.flatMap(({ from, to }) => [from, to]))])
  const { ends } = answerOf(entities)
  return answerOf(entities, {
    relations: yield* readRelations(bank, edges),
    paths: edges.map((edge) => ({ to: edge.to, text: pathText(edge.from, [edge], ends), edges: [edge] })),
  })
}

/** What is mentioned together with an entity, without anyone saying why. */
export function* askCoMentions(bank: string, start: number, limit: number): Tx<GraphAnswer> {
  const found: CoMentioned[] = []
  for (const one of yield* coMentions(bank, start, limit))
    found.push({ ...one, evidence: yield* itemsNamingBoth(bank, start, one.rid, EVIDENCE_MAX) })
  return answerOf(yield* readEntities(bank, [start, ...found.map(({ rid }) => rid)]), { coMentions: found })
}

const EVIDENCE_MAX = 3
