import { effect, signal } from '@preact/signals'
import { isReachable, send } from './call.js'
import { asProblem } from './problem.js'
import { readEventStream } from './read-event-stream.js'
import { reachKey, signOut, token } from './session.js'

/** Grows with each change of the memory that is looked at: what was loaded before may be old. */
export const changes = signal(0)

/** Several changes within this time are one. */
const GATHER_MS = 250
const RETRY_MS = [1_000, 2_000, 5_000, 10_000]

/** Says that something changed, without waiting to hear it from the server: after a write of one's own. */
export function noticeChange(): void {
  changes.value += 1
}

/** Listens to changes by whoever makes them, for as long as the page is open; once in the page. */
export function listenToChanges(): void {
  effect(() => {
    if (reachKey.value === '' || token.value === null) return
    const abort = new AbortController()
    void listen(abort.signal)
    return () => abort.abort()
  })
}

async function listen(abort: AbortSignal): Promise<void> {
  let last: string | undefined
  let failures = 0
  while (!abort.aborted) {
    try {
      const response = await send('/api/v1/events', {
        headers: { Accept: 'text/event-stream', ...(last === undefined ? {} : { 'Last-Event-ID': last }) },
        signal: abort,
      })
      // What happened while nobody listened was not heard.
      if (failures > 0) noticeChange()
      failures = 0
      for await (const { event, id, data } of readEventStream(response)) {
        last = id ?? last
        if (event === 'change' || event === 'reset') gather()
        if (event === 'end' && JSON.parse(data).reason === 'revoked') {
          if (!abort.aborted) signOut({ isRevoked: true })
          return
        }
      }
    } catch (error) {
      const { status, code } = asProblem(error)
      if (code === 'stopped' || status === 401 || status === 403 || status === 404) return
    }
    if (abort.aborted) return
    isReachable.value = failures < 2 && isReachable.value
    await pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0, abort)
    failures += 1
  }
}

let gathering = false

function gather(): void {
  if (gathering) return
  gathering = true
  setTimeout(() => {
    gathering = false
    noticeChange()
  }, GATHER_MS)
}

function pause(ms: number, abort: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    abort.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
