import { createHash, timingSafeEqual } from 'node:crypto'
import { AGENT_DEFAULTS } from '../reach.js'
import type { Authenticate } from './caller.js'

/** Whoever shows the one token owns the store. */
export function ownerToken(token: string, user = 'me'): Authenticate {
  const expected = digest(token)
  return async (request) => {
    const given = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    if (given === undefined || !timingSafeEqual(digest(given), expected)) return undefined
    return {
      who: { user, administrator: true },
      keyId: null,
      name: 'owner',
      role: 'administrator',
      agentCapabilities: AGENT_DEFAULTS,
      workspaces: 'any',
    }
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
