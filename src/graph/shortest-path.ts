import type { Tx } from '../store/statement.js'
import { type Direction, type Edge, type EdgeFilter, stepsFrom } from './steps.js'
import { EXPANDED_MAX, otherEnd } from './walk.js'

export interface PathFound {
  /** From the one to the other; undefined where none is known. */
  readonly path: readonly Edge[] | undefined
  /** Whether there was more to look at than is looked at. */
  readonly isCut: boolean
}

/**
 * A shortest path between two entities, of at most `hops` edges. It is looked for from both ends at once: so four hops
 * cost what two hops from each of them do.
 */
export function* shortestPath(
  bank: string,
  from: number,
  to: number,
  { hops, ...filter }: EdgeFilter & { readonly hops: number },
): Tx<PathFound> {
  if (from === to) return { path: [], isCut: false }
  const ahead = searchOf(from, filter)
  const back = searchOf(to, { ...filter, direction: turned[filter.direction] })
  let expanded = 0
  for (let hop = 0; hop < hops; hop++) {
    const isAhead = ahead.frontier.length <= back.frontier.length
    const [search, other] = isAhead ? [ahead, back] : [back, ahead]
    if (search.frontier.length === 0) break
    if (expanded + search.frontier.length > EXPANDED_MAX) return { path: undefined, isCut: true }
    expanded += search.frontier.length
    const met = yield* widen(bank, search, other)
    if (met === undefined) continue
    const [first = [], second = []] = [ahead.paths.get(met), back.paths.get(met)]
    return { path: [...first, ...[...second].reverse()], isCut: false }
  }
  return { path: undefined, isCut: ahead.isCut || back.isCut }
}

interface Search {
  readonly filter: EdgeFilter
  readonly paths: Map<number, readonly Edge[]>
  frontier: number[]
  isCut: boolean
}

const turned: Readonly<Record<Direction, Direction>> = { out: 'in', in: 'out', both: 'both' }

function searchOf(start: number, filter: EdgeFilter): Search {
  return { filter, paths: new Map([[start, []]]), frontier: [start], isCut: false }
}

/** One level more. Answers where the two searches meet, by the shortest way. */
function* widen(bank: string, search: Search, other: Search): Tx<number | undefined> {
  const next: number[] = []
  for (const [index, steps] of (yield* stepsFrom(bank, search.frontier, search.filter)).entries()) {
    const here = search.frontier[index] as number
    search.isCut ||= steps.isCut
    for (const edge of steps.edges) {
      const there = otherEnd(edge, here)
      if (search.paths.has(there)) continue
      search.paths.set(there, [...(search.paths.get(here) ?? []), edge])
      next.push(there)
    }
  }
  search.frontier = next
  let met: number | undefined
  let shortest = Number.POSITIVE_INFINITY
  for (const rid of next) {
    const length = other.paths.get(rid)?.length ?? Number.POSITIVE_INFINITY
    if (length < shortest) [met, shortest] = [rid, length]
  }
  return met
}
