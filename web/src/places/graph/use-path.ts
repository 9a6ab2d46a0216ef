import type { OutputOf } from '../../api/operation-types.js'
import type { Problem } from '../../api/problem.js'
import { useOperation } from '../../api/use-operation.js'
import type { ViewState } from './view-state.js'

type Graph = OutputOf<'memory.graph'>

export interface PathState {
  /** Whether one is looked for. */
  readonly isWanted: boolean
  readonly isAt: boolean
  /** From one end to the other; empty where none is known. */
  readonly ids: readonly string[]
  readonly steps: readonly Graph['relations'][number][]
  readonly entities: Graph['entities']
  /** Undefined while it is looked for. */
  readonly isKnown: boolean | undefined
  /** False: there was too much to look at. */
  readonly isComplete: boolean
  readonly problem: Problem | undefined
  readonly again: () => void
}

/** The shortest way between the two that the address names, as it was at the time that is looked at. */
export function usePath({ ends, at }: ViewState): PathState {
  const input =
    ends === null
      ? null
      : { id: ends[0], to: ends[1], ...(at === null ? {} : { asOf: new Date(at).toISOString() }) }
  const { value, problem, again } = useOperation('memory.graph', input)
  const isFound = ends !== null && value?.isKnown === true && value.paths.length > 0
  return {
    isWanted: ends !== null,
    isAt: at !== null,
    ids: isFound ? value.entities.map(({ id }) => id) : NONE,
    steps: isFound ? value.relations : NONE,
    entities: isFound ? value.entities : NONE,
    isKnown: value === undefined ? undefined : isFound,
    isComplete: value?.isComplete ?? true,
    problem,
    again,
  }
}

const NONE: never[] = []
