import { clip } from '../../text/clip.js'
import { type JsonObject, textOf } from '../json-field.js'
import type { Linked } from '../parent-order.js'

/** The session of a line. */
export interface SessionOfLine {
  readonly session: string | null
  readonly sessionKey?: string
  readonly channel: string
  /** Of a sub-agent. */
  readonly sidechain?: string
}

/** The sessions of a file, and the work of sub-agents in them. */
export interface Sidechains {
  sessionOf(line: Linked & { readonly event: JsonObject }): SessionOfLine
}

/**
 * A session is called by its project and the beginning of its id, and known again by the id. A sub-agent that has an id has
 * a session of its own, whichever file it is in; one without has its place in the session that called it.
 */
export function createSidechains(): Sidechains {
  /** The first event of its chain, by each of them. */
  const roots = new Map<string, string>()
  const rootOf = ({ id, parent }: Linked): string => {
    const root = (parent === undefined ? undefined : roots.get(parent)) ?? id ?? 'unknown'
    if (id !== undefined && roots.size < ROOTS_MAX) roots.set(id, root)
    return clip(root, ID_CHARS)
  }
  return {
    sessionOf(line) {
      const { event } = line
      const id = textOf(event['sessionId'])
      const name = nameOf(id, textOf(event['cwd']))
      const isSidechain = event['isSidechain'] === true
      const agent = isSidechain ? textOf(event['agentId']) : undefined
      const own = agent === undefined ? '' : ` agent ${clip(agent, ID_CHARS)}`
      return {
        session: name === null ? null : clip(`${name}${own}`, ID_CHARS),
        ...(id === undefined ? {} : { sessionKey: `${clip(id, ID_CHARS)}${own}` }),
        channel: 'claude-code',
        ...(isSidechain ? { sidechain: agent === undefined ? rootOf(line) : clip(agent, ID_CHARS) } : {}),
      }
    },
  }
}

function nameOf(id: string | undefined, cwd: string | undefined): string | null {
  if (id === undefined) return null
  const project = cwd?.split(/[\\/]/).findLast((part) => part !== '')
  return project === undefined ? id : `${clip(project, 100)} ${clip(id, 8)}`
}

const ID_CHARS = 200
const ROOTS_MAX = 100_000
