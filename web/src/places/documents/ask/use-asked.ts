import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../../../api/call.js'
import type { OutputOf } from '../../../api/operation-types.js'
import { asProblem, type Problem } from '../../../api/problem.js'
import { reachKey } from '../../../api/session.js'

interface Asked {
  readonly value?: OutputOf<'knowledge.ask'>
  /** `stopped`: the person had enough. */
  readonly problem?: Problem
}

/** One answer to one question: unlike what is only read, it is not asked anew when memory changes, for a model costs. */
export function useAsked(question: string, task: string) {
  const [asked, setAsked] = useState<Asked>({})
  const [round, setRound] = useState(0)
  const asking = useRef<AbortController>()
  const reach = reachKey.value
  useEffect(() => {
    const abort = new AbortController()
    let isWanted = true
    asking.current = abort
    setAsked({})
    call('knowledge.ask', { question, task }, { signal: abort.signal }).then(
      (value) => isWanted && setAsked({ value }),
      (error) => isWanted && setAsked({ problem: asProblem(error) }),
    )
    return () => {
      isWanted = false
      abort.abort()
    }
  }, [question, task, reach, round])
  return {
    ...asked,
    again: () => setRound((count) => count + 1),
    stop: () => asking.current?.abort(),
  }
}
