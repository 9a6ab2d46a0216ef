import { setTimeout as pause } from 'node:timers/promises'
import { tellError } from '../errors.js'
import type { Claim, JobKind, Jobs } from '../store/jobs.js'
import type { News } from '../store/news.js'
import { createHeldJobs } from './held-jobs.js'

/** How the jobs of a kind are done. What they derive they check against its source as they write it. */
export interface JobHandler {
  /** Whether any can be done at the moment; while not, none is taken. */
  isReady(): boolean
  /** Resolves once it is done, or was given back by the handler itself. */
  run(claim: Claim, signal: AbortSignal): Promise<void>
  /** The handler holds the claim and ends it: the worker only waits. */
  readonly holdsItself?: true
}

export interface WorkerOptions {
  readonly jobs: Jobs
  readonly news: News | undefined
  readonly handlers: ReadonlyMap<JobKind, JobHandler>
  /** How many jobs at a time. */
  readonly slots: number
  readonly random: () => number
  /** What went wrong with the store, once for each time that it goes wrong; work goes on when it is back. */
  readonly onTrouble?: (message: string) => void
}

/** Does the jobs of all banks, until it is closed; any number of processes may. */
export interface Worker {
  /** Takes no more, waits for what is under way a moment, and gives it back. */
  close(): Promise<void>
}

export function createWorker(options: WorkerOptions): Worker {
  const { jobs, news, handlers, slots, random, onTrouble } = options
  const held = createHeldJobs(jobs)
  const stop = new AbortController()
  const running = new Set<Promise<void>>()
  let wake: () => void = () => undefined
  let isWoken = false
  let isInTrouble = false
  const quiet = news?.listen(look)

  function look(): void {
    isWoken = true
    wake()
  }

  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      isWoken = false
      const taken = await takeSome()
      for (const claim of taken) start(claim)
      if (taken.length > 0 && running.size < slots) continue
      await rest()
    }
  }

  async function takeSome(): Promise<readonly Claim[]> {
    const ready = [...handlers].filter(([, handler]) => handler.isReady()).map(([kind]) => kind)
    if (ready.length === 0 || running.size >= slots) return []
    try {
      const claims = await jobs.claim(ready, slots - running.size)
      isInTrouble = false
      return claims
    } catch (error) {
      if (!isInTrouble) onTrouble?.(tellError(error))
      isInTrouble = true
      return []
    }
  }

  function start(claim: Claim): void {
    const one = perform(claim).finally(() => {
      running.delete(one)
      look()
    })
    running.add(one)
  }

  async function perform(claim: Claim): Promise<void> {
    const handler = handlers.get(claim.kind)
    try {
      if (handler === undefined) return
      if (handler.holdsItself === true) return await handler.run(claim, stop.signal)
      held.hold(claim)
      await handler.run(claim, stop.signal)
      await held.finish(claim)
    } catch (error) {
      await failed(claim, error)
    }
  }

  /** Nothing of a message is kept: it may quote a text. */
  async function failed(claim: Claim, error: unknown): Promise<void> {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed'
    try {
      await held.fail(claim, { code, isPassing: code.startsWith('store_') || code === 'model_unavailable' })
    } catch {
      // The store is away: the lease ends by itself, and then it is anybody's.
    }
  }

  /** Until there is word of something, or for as long as word might have been lost. */
  async function rest(): Promise<void> {
    // What comes in a burst is looked at together.
    await waitFor(LOOK_MS)
    if (isWoken) return
    const heard = new Promise<void>((resolve) => (wake = resolve))
    const everyMs = news?.isHeard === true ? HEARING_MS : DEAF_MS
    // Many workers that wait for the same look at different times.
    await Promise.race([heard, waitFor(everyMs * (0.5 + random()))])
    wake = () => undefined
  }

  async function waitFor(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: stop.signal, ref: false }).catch(endedEarly)
  }

  const working = work()
  return {
    close: async () => {
      stop.abort()
      quiet?.()
      look()
      await working
      await Promise.race([Promise.all(running), pause(DRAIN_MS, undefined, { ref: false })])
      await held.close().catch(endedEarly)
    },
  }
}

const LOOK_MS = 20
const HEARING_MS = 10_000
const DEAF_MS = 1_000
const DRAIN_MS = 2_000

function endedEarly(): void {
  // As asked; and a lease that cannot be given back ends by itself.
}
