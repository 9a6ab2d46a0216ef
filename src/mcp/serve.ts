import type { Readable } from 'node:stream'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { DEFAULT_TASK } from '../document/tasks/task-documents.js'
import type { Engine } from '../engine.js'
import type { Toolset } from '../operations/operation.js'
import { AGENT_DEFAULTS, type Capability } from '../reach.js'
import { agentName } from './agent-name.js'
import { byFlags } from './granting.js'
import { createLineTransport } from './line-transport.js'
import { createMemoryServer, type Served } from './memory-server.js'
import { sayTrouble, trouble } from './trouble.js'

export interface ServeOptions {
  readonly engine: Engine
  /** Whose memory. */
  readonly user?: string
  /** The sub-agent whose bank it is; the user's main bank when absent. */
  readonly worker?: string
  /** The workspace whose bank it is, in place of a user's. */
  readonly workspace?: string
  /** The agent's name in the audit log; what the client calls itself when absent. */
  readonly agent?: string
  /** Whose attached documents may be asked. */
  readonly task?: string
  /** Whose tools are shown beside those that every agent needs. */
  readonly toolsets?: readonly Toolset[]
  readonly mayWrite: boolean
  readonly mayForget: boolean
  /** Of this package, told to the client. */
  readonly version: string
  readonly input: Readable
  /** Writes one line of protocol. */
  write(line: string): Promise<void>
  /** For a person who looks after the server; never holds remembered text. */
  log(line: string): void
  /** Ends the server at once; what runs is given up between two steps. */
  readonly signal: AbortSignal
}

/** Serves one client until it closes its end or the signal comes; what ran is over when it resolves. */
export async function serve(options: ServeOptions): Promise<void> {
  const { input, write, log, signal } = options
  const running = new Set<Promise<unknown>>()
  const { transport, ended } = createLineTransport({ input, write, log })
  const handle = serveStdio(() => createMemoryServer(servedBy(options, running)), {
    transport,
    onerror: (error) => log(sayTrouble(trouble(error))),
  })
  const stop = () => void handle.close()
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  await ended
  signal.removeEventListener('abort', stop)
  await Promise.allSettled(running)
}

function servedBy(options: ServeOptions, running: Set<Promise<unknown>>): Served {
  const { engine, user, worker, workspace, agent, task = DEFAULT_TASK, toolsets = [], version, log } = options
  const granted = capabilitiesOf(options)
  return {
    audience: worker === undefined ? 'agent' : 'subagent',
    granted: new Set(granted),
    task,
    toolsets,
    granting: byFlags,
    isTold: true,
    version,
    log: (told) => log(sayTrouble(told)),
    memoryFor: (clientName) =>
      engine.as({
        ...(user === undefined ? {} : { user }),
        ...(worker === undefined ? {} : { worker }),
        ...(workspace === undefined ? {} : { workspace }),
        agent: agent ?? agentName(clientName),
        capabilities: granted,
      }),
    track: (work) => {
      running.add(work)
      return work.finally(() => running.delete(work))
    },
  }
}

/** Forgetting cannot be undone: an agent has it only where the user started the server so. */
function capabilitiesOf({ mayWrite, mayForget }: ServeOptions): Capability[] {
  if (!mayWrite) return ['memory.read', 'knowledge.read']
  return [...AGENT_DEFAULTS, ...(mayForget ? (['memory.forget'] as const) : [])]
}
