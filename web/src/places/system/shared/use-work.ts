import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallProgress } from '../../../api/call.js'
import { noticeChange } from '../../../api/changes.js'
import { asProblem } from '../../../api/problem.js'
import { notify, notifyProblem } from '../../../parts/notice.js'
import { t } from '../words.js'

export interface Work<R> {
  readonly isRunning: boolean
  readonly progress: CallProgress | undefined
  readonly startedAt: number
  /** What the latest answered; gone when it begins anew. */
  readonly result: R | undefined
  readonly start: (run: (told: WorkOptions) => Promise<R>) => void
  readonly stop: () => void
}

export interface WorkOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: CallProgress) => void
}

/** One long work of a page: begun, told of, stopped. It is stopped with the page. */
export function useWork<R>(): Work<R> {
  const [state, setState] = useState<{ startedAt: number; progress?: CallProgress }>()
  const [result, setResult] = useState<R>()
  const abort = useRef<AbortController>()
  useEffect(() => () => abort.current?.abort(), [])

  const run = async (work: (told: WorkOptions) => Promise<R>) => {
    const own = new AbortController()
    abort.current = own
    setResult(undefined)
    setState({ startedAt: Date.now() })
    try {
      const onProgress = (progress: CallProgress) => setState((was) => was && { ...was, progress })
      setResult(await work({ signal: own.signal, onProgress }))
      noticeChange()
    } catch (error) {
      if (asProblem(error).code !== 'stopped') notifyProblem(error)
      else notify(t('stopped'))
    } finally {
      setState(undefined)
    }
  }
  return {
    isRunning: state !== undefined,
    progress: state?.progress,
    startedAt: state?.startedAt ?? 0,
    result,
    start: (work) => void run(work),
    stop: () => abort.current?.abort(),
  }
}
