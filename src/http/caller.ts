import type { Role } from '../keys/role.js'
import type { Capability, Who } from '../reach.js'

/** Who sent a request, and for whom it speaks: what its token and its headers came to. */
export interface Caller {
  readonly who: Who
  /** The key that was shown; null for the owner's token. */
  readonly keyId: string | null
  /** What the key is called, for logs: never a secret. */
  readonly name: string
  readonly role: Role
  /** What an agent may do that comes in with the same token. */
  readonly agentCapabilities: readonly Capability[]
  /** The workspaces that it opens. */
  readonly workspaces: readonly string[] | 'any'
}

/** Where a request came from. */
export interface Peer {
  /** Of the network; guesses are slowed down for each. */
  readonly address?: string | undefined
}

/**
 * Who sent a request. Undefined without a token, or with a wrong one: answered with 401, and nothing else. Throws `denied`
 * or `invalid_input` where a header asks for more than the token may.
 */
export type Authenticate = (request: Request, peer?: Peer) => Promise<Caller | undefined>
