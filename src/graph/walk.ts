import type { Tx } from '../store/statement.js'
import { type Edge, type EdgeFilter, stepsFrom } from './steps.js'

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

/** Entities whose edges are read in one walk. */
export const EXPANDED_MAX = 300
const REACHED_MAX = 1_000
/** Whose edges are read at once: what is found with the first may be enough. */
const TOGETHER = 16

/**
 * Whom and what can be reached from an entity, level by level: each is reached by a shortest path, and of several by the
 * one whose edges come first. Bounded in breadth and work, whatever the graph looks like.
 */
export function* walk(bank: string, start: number, { hops, limit, ...filter }: WalkOptions): Tx<Walked> {
  const most = Math.min(limit, REACHED_MAX)
  const paths = new Map<number, readonly Edge[]>([[start, []]])
  const seen = new Map<string, Edge>()
  let frontier = [start]
  let left = EXPANDED_MAX
  let isCut = false
  for (let hop = 0; hop < hops && frontier.length > 0; hop++) {
    const next: number[] = []
    for (let from = 0; from < frontier.length; from += TOGETHER) {
      const going = frontier.slice(from, from + Math.min(TOGETHER, left))
      if (going.length === 0 || paths.size > most) {
        isCut = true
        break
      }
      left -= going.length
      for (const [index, steps] of (yield* stepsFrom(bank, going, filter)).entries()) {
        const here = going[index] as number
        isCut ||= steps.isCut
        for (const edge of steps.edges) {
          const key = keyOf(edge)
          if (!seen.has(key)) seen.set(key, edge)
          const there = otherEnd(edge, here)
          if (paths.has(there)) continue
          if (paths.size > most) {
            isCut = true
            continue
          }
          paths.set(there, [...(paths.get(here) ?? []), edge])
          next.push(there)
        }
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
