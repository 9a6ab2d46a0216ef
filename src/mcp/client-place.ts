import { DEFAULT_TASK } from '../document/tasks/task-documents.js'
import { MemoryError } from '../errors.js'
import type { Toolset } from '../operations/operation.js'
import type { Capability, Who } from '../reach.js'

/** Who has a token that was found right, as the server over HTTP knows them. */
export interface McpCaller {
  readonly who: Who
  /** Of the key; null for the owner of the store. */
  readonly keyId: string | null
  /** What an agent may do that comes with it. */
  readonly agentCapabilities: readonly Capability[]
}

/** Whose memory an agent is in, and what it is shown: as its token and the address that it calls say. */
export interface ClientPlace {
  /** Without the name of the agent, which the client says. */
  readonly who: Who
  readonly granted: readonly Capability[]
  readonly task: string
  readonly toolsets: readonly Toolset[]
  /** The same for the same: a session belongs to one of these alone. */
  readonly identity: string
}

/** Throws `invalid_input` for an address that asks for what there is not: a word with a slip would open too little, silently. */
export function clientPlace(caller: McpCaller, url: URL): ClientPlace {
  const { administrator: _, capabilities: __, ...who } = caller.who
  const granted = caller.agentCapabilities
  const { task, toolsets } = asked(url)
  const { agent, user, worker, workspace, readsMain } = who
  const identity = JSON.stringify([
    caller.keyId,
    [user, worker, workspace, readsMain, agent].map((part) => part ?? null),
    [...granted].sort(),
    task,
    toolsets,
  ])
  return { who, granted, task, toolsets, identity }
}

function asked({ searchParams }: URL): Pick<ClientPlace, 'task' | 'toolsets'> {
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined)
    throw new MemoryError('invalid_input', `not a parameter of /mcp: ${unknown}`, HINT)
  const names = searchParams.getAll('tools').flatMap((list) => list.split(',').filter((name) => name !== ''))
  const strange = names.find((name) => !TOOLSETS.includes(name as Toolset))
  if (strange !== undefined) throw new MemoryError('invalid_input', `not a set of tools: ${strange}`, HINT)
  return {
    task: searchParams.get('task') ?? DEFAULT_TASK,
    toolsets: TOOLSETS.filter((name) => names.includes(name)),
  }
}

const TOOLSETS = ['knowledge', 'task'] as const satisfies readonly Toolset[]
/** The server over HTTP reads `workspace` and `worker`, as it does their headers. */
const PARAMETERS: readonly string[] = ['tools', 'task', 'workspace', 'worker']
const HINT = `give ?tools=${TOOLSETS.join(',')}, ?task=NAME, ?workspace=NAME or ?worker=NAME`
