import type { RelationType } from '../../graph/relation-type.js'
import { type Edge, stepsFrom } from '../../graph/steps.js'
import { otherEnd } from '../../graph/walk.js'
import type { Tx } from '../../store/statement.js'
import type { AskedRelations } from './asked-relations.js'
import type { NamedEntity } from './find-named.js'

/** A way from an entity of the question to something related to it. */
export interface AskedPath {
  readonly from: NamedEntity
  readonly edges: readonly Edge[]
  /** Row number of the entity at its end. */
  readonly to: number
  /** From 0 to 1: 1 for what is asked for. */
  readonly worth: number
  /** Whether it has a relation that is asked for; of a question for somebody that names none, any. */
  readonly isAsked: boolean
}

/** Neighbours whose own relations are looked at too. */
const SECOND_HOP_FROM = 20
/** A relation of another kind than is asked for. */
const NOT_ASKED = 0.1
/** Where the question names no relation, but asks for somebody … */
const ANYBODY = 0.5
/** … or for something else. */
const ANYTHING = 0.1
/** What is asked for, over a step that is not. */
const FURTHER = 0.5

/**
 * The paths of one and two steps from the entities of a question that its relations ask for, best first. Two steps are
 * gone only where it asks for a relation: everything is near everything else.
 */
export function* pathsAsked(
  bank: string,
  entities: readonly NamedEntity[],
  asked: AskedRelations,
  asOf: number | undefined,
): Tx<AskedPath[]> {
  const paths: AskedPath[] = []
  const filter = { direction: 'both', asOf } as const
  const steps = yield* stepsFrom(
    bank,
    entities.map(({ rid }) => rid),
    filter,
  )
  for (const [index, from] of entities.entries()) {
    for (const edge of steps[index]?.edges ?? []) paths.push(pathOf(from, from.rid, [edge], asked))
  }
  if (asked.groups.length > 0) {
    const near = nearest(paths, new Set(entities.map(({ rid }) => rid)))
    const further = yield* stepsFrom(
      bank,
      near.map(({ to }) => to),
      filter,
    )
    for (const [index, first] of near.entries()) {
      for (const edge of further[index]?.edges ?? []) {
        if (first.edges.some(({ itemRid }) => itemRid === edge.itemRid)) continue
        const path = pathOf(first.from, first.to, [...first.edges, edge], asked)
        if (path.isAsked && groupsOf(edge, asked).length > 0 && path.to !== first.from.rid) paths.push(path)
      }
    }
  }
  return paths.sort((a, b) => b.worth - a.worth || a.edges.length - b.edges.length)
}

/** Each neighbour once, over the best edge. */
function nearest(paths: readonly AskedPath[], known: ReadonlySet<number>): AskedPath[] {
  const best = new Map<number, AskedPath>()
  for (const path of [...paths].sort((a, b) => b.worth - a.worth)) {
    if (!known.has(path.to) && !best.has(path.to) && best.size < SECOND_HOP_FROM) best.set(path.to, path)
  }
  return [...best.values()]
}

function pathOf(from: NamedEntity, here: number, edges: readonly Edge[], asked: AskedRelations): AskedPath {
  const last = edges.at(-1) as Edge
  const to = otherEnd(last, here)
  if (asked.groups.length === 0) {
    const worth = (asked.asksWho ? ANYBODY : ANYTHING) * from.share
    return { from, edges, to, worth, isAsked: asked.asksWho }
  }
  const met = new Set(edges.flatMap((edge) => groupsOf(edge, asked)))
  if (met.size === 0) return { from, edges, to, worth: NOT_ASKED * from.share, isAsked: false }
  const isDetour = edges.some((edge) => groupsOf(edge, asked).length === 0)
  const share = Math.min(met.size, edges.length) / Math.min(asked.groups.length, HOPS)
  const worth = Math.min(1, share) * (isDetour ? FURTHER : 1) * (asked.asksWhoOrWhere ? 1 : ELSE) * from.share
  return { from, edges, to, worth, isAsked: true }
}

const HOPS = 2
/** Where neither somebody nor some place is asked for, the words of a relation may be meant otherwise. */
const ELSE = 0.4

function groupsOf({ type }: Edge, { groups }: AskedRelations): (readonly RelationType[])[] {
  return groups.filter((types) => types.includes(type))
}
