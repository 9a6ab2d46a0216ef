import type { ComponentChild, ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { asProblem, type Problem } from '../api/problem.js'
import { ProblemTold } from '../parts/problem-told.js'

/**
 * A component that is loaded when it is first drawn; `fallback` stands there until then. What fails to load says so, and
 * is tried once more when asked.
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: (props: P) => ComponentChild = () => null,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  return function Lazy(props: P) {
    const [, drawAnew] = useState(0)
    const [problem, setProblem] = useState<Problem>()
    const fetchIt = () => {
      setProblem(undefined)
      load().then(
        (component) => {
          loaded = component
          drawAnew((count) => count + 1)
        },
        (error) => setProblem(asProblem(error)),
      )
    }
    useEffect(() => {
      if (loaded === undefined) fetchIt()
    }, [])
    if (problem !== undefined) return <ProblemTold problem={problem} onAgain={fetchIt} />
    if (loaded === undefined) return <>{fallback(props)}</>
    const Loaded = loaded
    return <Loaded {...props} />
  }
}
