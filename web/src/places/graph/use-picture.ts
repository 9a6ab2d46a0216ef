import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../../api/call.js'
import { changes } from '../../api/changes.js'
import { asProblem, type Problem } from '../../api/problem.js'
import { reachKey } from '../../api/session.js'
import { emptyPicture, type Picture, withAnswer } from './picture.js'
import { USUAL_LIMIT, type ViewState } from './view-state.js'

/** What was loaded, for the place and its inspectors. */
export const picture = signal<Picture>(emptyPicture)

/** For whom it was loaded, when, and of whom how much. */
let loaded = { reach: '', changes: -1, limits: new Map<string, number>() }

export interface Loading {
  readonly problem: Problem | undefined
  readonly isLoading: boolean
  /** Whether there was an answer about what is open. */
  readonly isLoaded: boolean
  readonly again: () => void
}

/** Keeps the picture whole: whatever is open in the address, and is on the path, is loaded; anew when memory changed. */
export function usePicture(view: ViewState, path: readonly string[]): Loading {
  const [state, setState] = useState<{ problem?: Problem; isLoading: boolean }>({ isLoading: false })
  const [round, setRound] = useState(0)
  const wanted = new Map(
    [view.focus, ...view.open, ...path]
      .filter((id) => id !== '')
      .map((id) => [id, view.limits.get(id) ?? USUAL_LIMIT] as const),
  )
  const key = [...wanted].map((one) => one.join(' ')).join()
  const reach = reachKey.value
  const seen = changes.value
  useEffect(() => {
    if (loaded.reach !== reach) picture.value = emptyPicture
    if (loaded.reach !== reach || loaded.changes !== seen)
      loaded = { reach, changes: seen, limits: new Map() }
    const isFresh = loaded.limits.size === 0
    const missing = [...wanted].filter(([id, limit]) => (loaded.limits.get(id) ?? 0) < limit)
    if (missing.length === 0) return
    const abort = new AbortController()
    setState({ isLoading: true })
    void load(missing, isFresh ? emptyPicture : picture.value, abort.signal).then(
      (answer) => {
        if (abort.signal.aborted) return
        picture.value = answer
        for (const [id, limit] of missing) loaded.limits.set(id, limit)
        setState({ isLoading: false })
      },
      (error) => {
        const problem = asProblem(error)
        if (!abort.signal.aborted && problem.code !== 'stopped') setState({ problem, isLoading: false })
      },
    )
    return () => abort.abort()
  }, [key, reach, seen, round])
  const isLoaded = loaded.reach === reach && [...wanted.keys()].every((id) => loaded.limits.has(id))
  return { ...state, problem: state.problem, isLoaded, again: () => setRound((count) => count + 1) }
}

/** Those with the same limit in one question, what is known already beside it. */
async function load(
  missing: readonly (readonly [string, number])[],
  before: Picture,
  signal: AbortSignal,
): Promise<Picture> {
  let answer = before
  for (const limit of new Set(missing.map(([, each]) => each))) {
    const all = missing.filter(([, each]) => each === limit).map(([id]) => id)
    for (let from = 0; from < all.length; from += TOGETHER) {
      const ids = all.slice(from, from + TOGETHER)
      const among = [...answer.nodes.keys()].slice(0, AMONG_MAX)
      answer = withAnswer(answer, await call('memory.around', { ids, among, limit }, { signal }))
    }
  }
  return answer
}

const TOGETHER = 200
const AMONG_MAX = 5_000
