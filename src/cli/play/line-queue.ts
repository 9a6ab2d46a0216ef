import { createInterface } from 'node:readline'

/** Lines that a person types or pastes, one at a time; none is lost while another is worked on. */
export interface LineQueue {
  /** Undefined at the end of input. */
  next(prompt: string): Promise<string | undefined>
  close(): void
}

export interface LineQueueOptions {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly completions: readonly string[]
  /** Ctrl-C while a line is being worked on. */
  interrupt(): void
}

export function createLineQueue({ input, output, completions, interrupt }: LineQueueOptions): LineQueue {
  const waiting: string[] = []
  let isClosed = false
  let deliver: ((line: string | undefined) => void) | undefined
  const lines = createInterface({
    input,
    output,
    completer: (line: string) => [completions.filter((word) => line !== '' && word.startsWith(line)), line],
  })
  lines.on('line', (line) => {
    if (deliver === undefined) waiting.push(line)
    else settle(line)
  })
  lines.on('close', () => {
    isClosed = true
    settle(undefined)
  })
  lines.on('SIGINT', () => {
    if (deliver === undefined) interrupt()
    else if (lines.line === '') lines.close()
    // Clears what is typed so far, as a shell does.
    else lines.write(null, { ctrl: true, name: 'u' })
  })

  function settle(line: string | undefined): void {
    const given = deliver
    deliver = undefined
    given?.(line)
  }

  return {
    next: (prompt) =>
      new Promise((resolve) => {
        const line = waiting.shift()
        if (line !== undefined || isClosed) return resolve(line)
        deliver = resolve
        lines.setPrompt(prompt)
        lines.prompt()
      }),
    close: () => lines.close(),
  }
}
