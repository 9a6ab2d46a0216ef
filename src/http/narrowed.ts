import { MemoryError } from '../errors.js'
import type { Role } from '../keys/role.js'
import type { Capability, Who } from '../reach.js'

/** Who showed a token, before the headers of the request. */
export interface Holder {
  readonly keyId: string | null
  readonly name: string
  readonly user: string
  readonly role: Role
  /** The agent that the token is for; null for a person's. */
  readonly agent: string | null
  readonly capabilities: readonly Capability[]
  /** What of them an agent has. */
  readonly agentCapabilities: readonly Capability[]
  readonly workspaces: readonly string[] | 'any'
}

/**
 * For whom a request speaks. Its headers take from what the holder may do and never add to it: a workspace must be among
 * those of the token, only an administrator looks as another user, and an agent or a worker has what agents have.
 */
export function narrowed(holder: Holder, request: Request): Who {
  const asked = readAsked(request)
  const user = userOf(holder, asked.user)
  const workspace = workspaceOf(holder, asked.workspace)
  const agent = agentOf(holder, asked.agent)
  const where = {
    user,
    ...(workspace === undefined ? {} : { workspace }),
    ...(asked.worker === undefined ? {} : { worker: asked.worker }),
  }
  // An administrator looks into a worker's bank as its owner.
  if (holder.role === 'administrator' && agent === undefined)
    return { ...where, administrator: true, capabilities: holder.capabilities }
  if (agent === undefined && asked.worker === undefined)
    return { ...where, capabilities: holder.capabilities }
  return { ...where, ...(agent === undefined ? {} : { agent }), capabilities: holder.agentCapabilities }
}

interface Asked {
  readonly user: string | undefined
  readonly workspace: string | undefined
  readonly worker: string | undefined
  readonly agent: string | undefined
}

function readAsked(request: Request): Asked {
  const url = new URL(request.url)
  // Many clients of MCP can be told an address and no header. Elsewhere a query is an operation's input.
  const query = url.pathname === '/mcp' ? url.searchParams : new URLSearchParams()
  return {
    user: header(request, 'recollect-user'),
    workspace: either(request, query, 'workspace'),
    worker: either(request, query, 'worker'),
    agent: header(request, 'recollect-agent'),
  }
}

/** Names are percent-encoded: a header holds ASCII. */
function header(request: Request, name: string): string | undefined {
  const given = request.headers.get(name)
  if (given === null) return undefined
  try {
    if (/^[ -~]*$/.test(given)) return decodeURIComponent(given)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
  }
  throw new MemoryError(
    'invalid_input',
    `the header ${name} is no name`,
    'write it as encodeURIComponent does: %E5%B0%8F for 小, %25 for %',
  )
}

function either(request: Request, query: URLSearchParams, what: string): string | undefined {
  const given = header(request, `recollect-${what}`)
  const asked = query.getAll(what)
  const [first = given] = asked
  if (asked.length > 1 || (given !== undefined && first !== given)) {
    throw new MemoryError('invalid_input', `the request names more than one ${what}`, 'name one')
  }
  return first
}

function userOf(holder: Holder, asked: string | undefined): string {
  if (asked === undefined || asked === holder.user) return holder.user
  if (holder.role === 'administrator' && holder.agent === null) return asked
  throw new MemoryError(
    'denied',
    'this token speaks for its own user alone',
    'leave the header Recollect-User out; only an administrator looks as somebody else',
  )
}

/** The same answer whether there is such a workspace or not. */
function workspaceOf({ workspaces }: Holder, asked: string | undefined): string | undefined {
  if (asked === undefined || workspaces === 'any' || workspaces.includes(asked)) return asked
  throw new MemoryError(
    'denied',
    'this token does not open that workspace',
    'an administrator makes a key that does: recollect key create NAME --workspaces NAME',
  )
}

function agentOf({ agent }: Holder, asked: string | undefined): string | undefined {
  if (agent === null) return asked
  if (asked === undefined || asked === agent) return agent
  throw new MemoryError(
    'denied',
    'this token is for one agent',
    'leave the header Recollect-Agent out, or name the agent of the key',
  )
}
