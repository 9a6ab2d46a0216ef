import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from './call.js'
import { changes } from './changes.js'
import type { InputOf, OperationName, OutputOf } from './operation-types.js'
import { asProblem, type Problem } from './problem.js'
import { reachKey } from './session.js'

export interface Loaded<T> {
  /** The latest answer; that of the question before stays until the new one is there. */
  readonly value: T | undefined
  readonly problem: Problem | undefined
  readonly isLoading: boolean
  /** Asks once more. */
  readonly again: () => void
}

/**
 * Asks an operation that reads, and asks anew when its input changes, when another user or workspace is looked at, and when
 * memory changed: `const facts = useOperation('memory.facts', { limit: 50 })`. null asks nothing.
 */
export function useOperation<N extends OperationName>(
  name: N,
  input: InputOf<N> | null,
): Loaded<OutputOf<N>> {
  const [state, setState] = useState<{
    value?: OutputOf<N>
    problem?: Problem
    of?: string
    isLoading: boolean
  }>({ isLoading: input !== null })
  const [round, setRound] = useState(0)
  const asked = input === null ? null : JSON.stringify(input)
  const reach = reachKey.value
  const seen = changes.value
  const latest = useRef(input)
  latest.current = input

  useEffect(() => {
    const question = latest.current
    if (question === null) {
      setState({ isLoading: false })
      return
    }
    const abort = new AbortController()
    // What another user remembers may not be seen for a moment longer.
    setState((was) => (was.of === reach ? { ...was, isLoading: true } : { isLoading: true }))
    call(name, question, { signal: abort.signal }).then(
      (value) => {
        if (!abort.signal.aborted) setState({ value, of: reach, isLoading: false })
      },
      (error) => {
        const problem = asProblem(error)
        if (!abort.signal.aborted && problem.code !== 'stopped')
          setState((was) => ({ ...was, problem, isLoading: false }))
      },
    )
    return () => abort.abort()
  }, [name, asked, reach, seen, round])

  const isOfReach = state.of === reach
  return {
    value: isOfReach ? state.value : undefined,
    problem: state.problem,
    isLoading: state.isLoading,
    again: () => setRound((count) => count + 1),
  }
}
