import { createHash, timingSafeEqual } from 'node:crypto'
import { type Env, systemEnv } from '../clock.js'
import { type Engine, keyringOf } from '../engine.js'
import { MemoryError } from '../errors.js'
import type { ApiKey } from '../keys/api-key.js'
import { agentCapabilities, capabilitiesOf } from '../keys/role.js'
import { bearerToken } from './bearer-token.js'
import type { Authenticate, Caller } from './caller.js'
import { createGuessing } from './guessing.js'
import { type Holder, narrowed } from './narrowed.js'

export interface AuthenticateOptions {
  readonly engine: Engine
  /** The token of whoever started the server, and for whom they speak; none is known without. */
  readonly owner?: { readonly token: string; readonly user?: string }
  /** Clock, ids and randomness, for tests. */
  readonly env?: Env
}

/**
 * Knows the owner by the token of this start, and all others by their API keys (docs/security.md). Headers narrow what a
 * token may do, and never widen it: `narrowed` says how.
 */
export function createAuthenticate({ engine, owner, env = systemEnv() }: AuthenticateOptions): Authenticate {
  const keyring = keyringOf(engine)
  const guessing = createGuessing(env)
  const expected = owner === undefined ? undefined : digest(owner.token)

  async function holderOf(token: string): Promise<Holder | undefined> {
    // Digests have one length, and tell by no time how much of them was right.
    if (expected !== undefined && timingSafeEqual(digest(token), expected)) return ownerHolder(owner?.user)
    const key = await keyring.open(token)
    return key === undefined ? undefined : keyHolder(key)
  }

  return async (request, peer) => {
    const token = tokenOf(request)
    if (token === undefined) return undefined
    const holder = await holderOf(token)
    if (holder === undefined) {
      await guessing.holdBack(peer?.address, request.signal)
      return undefined
    }
    try {
      return { ...asCaller(holder), who: narrowed(holder, request) }
    } catch (error) {
      if (error instanceof MemoryError && error.code === 'denied')
        keyring.refused({ reason: 'beyond', ...(holder.keyId === null ? {} : { keyId: holder.keyId }) })
      throw error
    }
  }
}

/** Longer than any token of ours is none, and need not be hashed. */
function tokenOf(request: Request): string | undefined {
  const given = bearerToken(request)
  return given !== undefined && given.length > TOKEN_MAX_CHARS ? '' : given
}

const TOKEN_MAX_CHARS = 256

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text, 'utf8').digest()
}

function ownerHolder(user = 'me'): Holder {
  const granted = capabilitiesOf.administrator
  return {
    keyId: null,
    name: 'owner',
    user,
    role: 'administrator',
    agent: null,
    capabilities: granted,
    agentCapabilities: agentCapabilities(granted, false),
    workspaces: 'any',
  }
}

/** Undefined where it is not known any more whose key it is. */
function keyHolder(key: ApiKey): Holder | undefined {
  const { id, name, user, role, agent, capabilities, agentForgets, workspaces } = key
  if (name === null || user === null) return undefined
  return {
    keyId: id,
    name,
    user,
    role,
    agent,
    capabilities,
    agentCapabilities: agentCapabilities(capabilities, agentForgets),
    workspaces: role === 'administrator' ? 'any' : workspaces,
  }
}

function asCaller({
  keyId,
  name,
  role,
  agentCapabilities: ofAgents,
  workspaces,
}: Holder): Omit<Caller, 'who'> {
  return { keyId, name, role, agentCapabilities: ofAgents, workspaces }
}
