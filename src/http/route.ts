import type { Env } from '../clock.js'
import type { Engine, Memory } from '../engine.js'
import type { Caller } from './caller.js'
import type { Limits } from './limits.js'
import type { Problem } from './problem.js'
import type { Readers } from './readers/readers.js'

/** One address of the server. All of them stand behind the guards; none looks at a token itself. */
export interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** `open`: needs no token, and tells nothing of what is remembered. */
  readonly access: 'open' | 'caller'
  /** Its answer goes on for as long as somebody listens. */
  readonly isStream?: true
  /** Takes a body in as it comes, or answers so: it may take as long as that takes. */
  readonly isLong?: boolean
  /** To ask is to use it up. */
  readonly isOnce?: true
  handle(call: RouteCall): Response | Promise<Response>
}

/** What a route gets. */
export interface RouteCall {
  readonly request: Request
  readonly url: URL
  /** Of an open route: nobody, who may do nothing. */
  readonly caller: Caller
  /** The operations, as the caller has them. */
  readonly memory: Memory
  readonly engine: Engine
  readonly env: Env
  readonly limits: Limits
  /** Threads that search beside the server's own; undefined where there are none. */
  readonly readers: Readers | undefined
  /** What is typed on this machine to run the program; undefined where it is another's. */
  readonly command: string | undefined
  /** Aborted when the caller leaves, when it takes too long, and when the server stops for good. */
  readonly signal: AbortSignal
  /** Aborted as soon as the server begins to stop: streams that would go on for ever end then. */
  readonly closing: AbortSignal
  /** Whether the same token would be let in now, as the same caller: what goes on for long asks again and again. */
  readonly isStillAllowed: () => Promise<boolean>
  /** What is told of an error, for an answer that has begun; one that nobody expected is logged. */
  readonly fail: (error: unknown) => Problem
  /** Ends an answer that has begun and cannot be told to its end. */
  readonly cut: () => void
}
