/**
 * One line for whoever runs the server. Holds what was asked for by its pattern, never by its words: no body, no question, no
 * id of a memory, no token, and no message of an error that could quote one.
 */
export type LogEvent =
  | {
      readonly event: 'request'
      readonly method: string
      /** As the router has it. */
      readonly route: string
      readonly status: number
      readonly ms: number
      /** The id of the API key; `owner` for the owner's token; null where there was no token that is known. */
      readonly key: string | null
      readonly address: string | undefined
      /** What was wrong. */
      readonly code: string | undefined
    }
  | {
      readonly event: 'mistake'
      readonly route: string
      /** The class of the error and where it was thrown. */
      readonly error: string
      readonly frames: readonly string[]
    }
  | {
      /** Of another protocol on the same server: what came was no message of it, or what went did not arrive. */
      readonly event: 'trouble'
      readonly route: string
      /** A code, or the class of an error. */
      readonly reason: string
    }
  | { readonly event: 'listening' | 'closing' | 'closed'; readonly url: string }

export type Log = (event: LogEvent) => void
