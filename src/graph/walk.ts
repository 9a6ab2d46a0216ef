import type { Tx } from '../store/statement.js'
import { type Edge, type EdgeFilter, FAN_OUT, stepsFrom } from './steps.js'

export interface WalkOptions extends EdgeFilter {
  /** How far from the start. */
  readonly hops: number
  /** Entities to find at most, of those that `isWanted`. */
  readonly limit: number
}

export interface Walked {
  /** What was reached, nearest first, the start not among it. */
  readonly reached: readonly Reached[]
  /** Edges between two of these, or of the start, each once. */
  readonly edges: readonly Edge[]
  /** Whether there is more that was not looked at. */
  readonly isCut: boolean
}

export interface Reached {
  readonly rid: number
  /** The edges from the start to here. */
  readonly path: readonly Edge[]
}

/** Entities whose edges are read in one walk: about 3 ms. */
export const EXPANDED_MAX = 400
const REACHED_MAX = 2_000

/**
 * Whom and what can be reached from an entity, level by level: each is reached by a shortest path, and of several by the
 * one whose edges come first. Bounded in breadth and work, whatever the graph looks like.
 */
export function* walk(bank: string, start: number, { hops, limit, ...filter }: WalkOptions): Tx<Walked> {
  const paths = new Map<number, readonly Edge[]>([[start, []]])
  const seen = new Map<string, Edge>()
  let frontier = [start]
  let expanded = 0
  let isCut = false
  for (let hop = 0; hop < hops && frontier.length > 0; hop++) {
    const going = frontier.slice(0, EXPANDED_MAX - expanded)
    isCut ||= going.length < frontier.length
    expanded += going.length
    const next: number[] = []
    for (const [index, edges] of (yield* stepsFrom(bank, going, filter)).entries()) {
      const here = going[index] as number
      isCut ||= edges.length >= FAN_OUT
      for (const edge of edges) {
        if (!seen.has(keyOf(edge))) seen.set(keyOf(edge), edge)
        const there = otherEnd(edge, here)
        if (paths.has(there)) continue
        if (paths.size > Math.min(limit, REACHED_MAX)) {
          isCut = true
          continue
        }
        paths.set(there, [...(paths.get(here) ?? []), edge])
        next.push(there)
      }
    }
    frontier = next
  }
  paths.delete(start)
  return {
    reached: [...paths].map(([rid, path]) => ({ rid, path })),
    edges: [...seen.values()].filter(({ from, to }) => isEnd(from) && isEnd(to)),
    isCut,
  }

  function isEnd(rid: number): boolean {
    return rid === start || paths.has(rid)
  }
}

/** An item may state several edges. */
function keyOf({ itemRid, type, from, to }: Edge): string {
  return `${itemRid} ${type} ${from} ${to}`
}

export function otherEnd({ from, to }: Edge, here: number): number {
  return from === here ? to : from
}
