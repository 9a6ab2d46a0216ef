import type { Who } from '../reach.js'

export type Role = 'administrator' | 'member' | 'reader'

/** Who sent a request, and for whom it speaks: what its token and its headers came to. */
export interface Caller {
  readonly who: Who
  /** The key that was shown; null for the owner's token. */
  readonly keyId: string | null
  /** What the key is called, for logs: never a secret. */
  readonly name: string
  readonly role: Role
}

/**
 * Who sent a request. Undefined without a token, or with a wrong one: answered with 401, and nothing else. Throws `denied`
 * or `invalid_input` where a header asks for more than the token may.
 */
export type Authenticate = (request: Request) => Promise<Caller | undefined>
