/** What may be logged of any error: what it is and where it was thrown. Its message may quote a memory. */
export interface ErrorPlace {
  /** Its class. */
  readonly error: string
  readonly frames: readonly string[]
}

export function errorPlace(error: unknown): ErrorPlace {
  if (!(error instanceof Error)) return { error: typeof error, frames: [] }
  const { name, message, stack = '' } = error
  const behind = stack.indexOf(message)
  // What the message holds may look like a frame.
  const frames = behind === -1 ? '' : stack.substring(behind + message.length) // slice-ok: behind the message
  return {
    error: KNOWN_NAME.test(name) ? name : 'Error',
    frames: frames.split('\n').flatMap((line) => (line.startsWith('    at ') ? [line.trim()] : [])),
  }
}

const KNOWN_NAME = /^[A-Z][A-Za-z]{1,40}$/
