import type { Caller } from './caller.js'

/** Another protocol on the same server, behind the same guards: MCP. */
export interface Mount {
  /** `/mcp`: this path and all beneath it, with any method. */
  readonly path: string
  /** Where it is another than what is read whole elsewhere. */
  readonly maxBodyBytes?: number
  handle(request: Request, caller: Caller): Promise<Response>
  /** Ends what is open between its requests, when the server closes. */
  close?(): Promise<void>
}
