import type { CutShort } from './new-event.js'
import { hearStream, type StreamHeard, type StreamPart } from './said-events.js'

/**
 * The same stream, which calls `over` once with what it said: before its end is passed on, when it breaks off, when nobody
 * reads on, or when whoever asked gives it up.
 */
export function recordedStream(
  stream: ReadableStream<StreamPart>,
  signal: AbortSignal | undefined,
  over: (heard: StreamHeard, ending: CutShort | undefined) => Promise<void>,
): ReadableStream<StreamPart> {
  const reader = stream.getReader()
  const heard = hearStream()
  let isOver = false
  const end = async (ending: CutShort | undefined): Promise<void> => {
    if (isOver) return
    isOver = true
    signal?.removeEventListener('abort', abort)
    await over(heard, ending)
  }
  const abort = () => void end('aborted')
  signal?.addEventListener('abort', abort, { once: true })
  return new ReadableStream<StreamPart>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (!done) {
            heard.hear(value)
            controller.enqueue(value)
            return
          }
        } catch (error) {
          await end(signal?.aborted === true ? 'aborted' : 'failed')
          controller.error(error)
          return
        }
        await end(signal?.aborted === true ? 'aborted' : heard.ending())
        controller.close()
      },
      async cancel(reason) {
        await end('aborted')
        await reader.cancel(reason)
      },
    },
    // Nothing is asked for that nobody reads.
    { highWaterMark: 0 },
  )
}
