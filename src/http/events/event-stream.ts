/** Events on their way to one reader (text/event-stream). Holds a bounded number of them until they are read. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>
  /** How many wait to be read. */
  readonly waiting: number
  send(event: ServerEvent): void
  /** For who is only to see that the stream is alive. */
  comment(text: string): void
  /** Takes back what waits to be read. */
  drop(): void
  /** Ends after what waits was read. */
  end(): void
}

export interface ServerEvent {
  readonly event: string
  readonly id?: string
  /** One line: JSON. */
  readonly data: Readonly<Record<string, unknown>>
}

/** The answer that a stream of events is. */
export function eventStreamResponse(body: EventStream['body']): Response {
  return new Response(body, {
    // no-transform: a proxy that compresses would hold events back.
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' },
  })
}

/** @param onGone the reader went away */
export function createEventStream(onGone: () => void): EventStream {
  const encoder = new TextEncoder()
  let waiting: string[] = []
  let hasEnded = false
  let wake: (() => void) | undefined

  function push(frame: string): void {
    if (hasEnded) return
    waiting.push(frame)
    wake?.()
  }

  const body = new ReadableStream<Uint8Array>(
    {
      // Asked only when what came before was taken: what a slow reader has not read waits here, where it is counted.
      pull: async (controller) => {
        if (waiting.length === 0 && !hasEnded) await new Promise<void>((resolve) => (wake = resolve))
        wake = undefined
        const frames = waiting
        waiting = []
        if (frames.length > 0) controller.enqueue(encoder.encode(frames.join('')))
        else controller.close()
      },
      cancel: () => {
        hasEnded = true
        wake?.()
        onGone()
      },
    },
    { highWaterMark: 0 },
  )

  return {
    body,
    get waiting() {
      return waiting.length
    },
    send: ({ event, id, data }) =>
      push(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
    comment: (text) => push(`: ${text}\n\n`),
    drop: () => {
      waiting = []
    },
    end: () => {
      hasEnded = true
      wake?.()
    },
  }
}
