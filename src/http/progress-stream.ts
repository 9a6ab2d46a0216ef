import type { Progress } from '../operations/operation.js'
import { createEventStream, eventStreamResponse } from './events/event-stream.js'
import { problemBody } from './problem.js'
import type { RouteCall } from './route.js'

/** What an operation answers: an object. */
export type Answered = Readonly<Record<string, unknown>>

/** Whether who asks wants to be told how far it is. */
export function wantsProgress({ headers }: Request): boolean {
  return /(?:^|,)\s*text\/event-stream\s*(?:;|,|$)/i.test(headers.get('accept') ?? '')
}

/**
 * `progress` events while it works, then one `result` with the output, or one `problem`. The status is 200 in any case: it is
 * sent before the work is done. Whoever leaves ends the work.
 */
export function progressStream(
  { signal, fail }: RouteCall,
  perform: (progress: (progress: Progress) => void) => Promise<Answered>,
): Response {
  const stream = createEventStream(() => undefined)
  const alive = setInterval(() => stream.comment('still at work'), HEARTBEAT_MS)
  void work()
  return eventStreamResponse(stream.body)

  async function work(): Promise<void> {
    try {
      // Only the newest matters: what nobody has read yet is out of date.
      const result = await perform((progress) => {
        stream.drop()
        stream.send({ event: 'progress', data: { ...progress } })
      })
      stream.send({ event: 'result', data: result })
    } catch (error) {
      stream.send({ event: 'problem', data: problemBody(fail(signal.aborted ? signal.reason : error)) })
    } finally {
      clearInterval(alive)
      stream.end()
    }
  }
}

const HEARTBEAT_MS = 15_000
