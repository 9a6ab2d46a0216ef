import { useRef, useState } from 'preact/hooks'
import { type CallProgress, call } from '../../api/call.js'
import { asProblem, Problem } from '../../api/problem.js'
import { notify, notifyProblem } from '../../parts/notice.js'
import { sayBank } from './trail-row.js'
import { t } from './words.js'

export interface Verification {
  readonly progress: CallProgress | undefined
  readonly startedAt: number
  readonly isRunning: boolean
  readonly start: () => void
  readonly stop: () => void
}

/** Computes the chains anew, page by page, and says whether they hold. */
export function useVerify(): Verification {
  const [state, setState] = useState<{ progress?: CallProgress; startedAt: number }>()
  const abort = useRef<AbortController>()

  const run = async () => {
    const stop = new AbortController()
    abort.current = stop
    setState({ startedAt: Date.now() })
    let done = 0
    let after: string | null = null
    try {
      do {
        const before = done
        const page: Awaited<ReturnType<typeof verifyFrom>> = await verifyFrom(
          after,
          stop.signal,
          (progress) =>
            setState((was) => was && { ...was, progress: { ...progress, done: before + progress.done } }),
        )
        done += page.rows
        const broken = page.chains.find(({ problem }) => problem !== null)
        if (broken !== undefined) {
          const bank = sayBank(broken.bank)
          const said =
            broken.brokenAt === null ? t('brokenSomewhere', bank) : t('broken', bank, broken.brokenAt)
          throw new Problem({ status: 0, code: 'store_corrupt', message: said })
        }
        after = page.next
      } while (after !== null)
      notify(t('sound', done))
    } catch (error) {
      const problem = asProblem(error)
      if (problem.code === 'stopped') notify(t('stopped'))
      else notifyProblem(problem)
    } finally {
      setState(undefined)
    }
  }
  return {
    progress: state?.progress,
    startedAt: state?.startedAt ?? 0,
    isRunning: state !== undefined,
    start: () => void run(),
    stop: () => abort.current?.abort(),
  }
}

function verifyFrom(after: string | null, signal: AbortSignal, onProgress: (progress: CallProgress) => void) {
  return call('memory.verify_audit', after === null ? {} : { after }, { signal, onProgress })
}
