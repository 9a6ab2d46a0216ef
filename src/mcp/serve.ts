import type { Readable } from 'node:stream'
import {
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { DEFAULT_TASK } from '../document/tasks/task-documents.js'
import type { CallOptions, Engine } from '../engine.js'
import { MemoryError, tellError } from '../errors.js'
import type { ChatModel } from '../model/chat/chat-model.js'
import type { Toolset } from '../operations/operation.js'
import type { Capability } from '../reach.js'
import { clip } from '../text/clip.js'
import { instructions } from '../tools/instructions.js'
import {
  isGranted,
  isShown,
  type MemoryTool,
  memoryTools,
  needsDocuments,
  usersOperation,
} from '../tools/tool.js'
import { agentName } from './agent-name.js'
import { callForClient, errorResult, type Granted } from './call-tool.js'
import { clientModelOf } from './client-model.js'
import { createLineTransport } from './line-transport.js'
import { promptMessage, prompts } from './prompts.js'
import { readResource, resources, resourceTemplates, taskResourceTemplates } from './resources.js'

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
  const handle = serveStdio(() => createServer(options, running), {
    transport,
    onerror: ({ message }) => log(message),
  })
  const stop = () => void handle.close()
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  await ended
  signal.removeEventListener('abort', stop)
  await Promise.allSettled(running)
}

function createServer(options: ServeOptions, running: Set<Promise<unknown>>): Server {
  const { version, log, task = DEFAULT_TASK, toolsets = [] } = options
  const all = memoryTools(options.worker === undefined ? 'agent' : 'subagent')
  const tools = all.filter((tool) => isShown(tool, new Set(toolsets)))
  const granted = new Set<Capability>(capabilitiesOf(options))
  const server = new Server(
    { name: 'recollect', title: 'Recollect', version },
    { capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} }, instructions },
  )

  /** Who calls is told with each request in the newer protocol, once at the beginning in the older. */
  function grantedTo({ mcpReq }: ServerContext): Granted {
    const client = clientOf(mcpReq.envelope) ?? server.getClientVersion()
    const { engine, user, worker, workspace, agent = agentName(client?.name) } = options
    const memory = engine.as({
      ...(user === undefined ? {} : { user }),
      ...(worker === undefined ? {} : { worker }),
      ...(workspace === undefined ? {} : { workspace }),
      agent,
      capabilities: [...granted],
    })
    return { memory, granted, task }
  }

  /** One for the session: how it did so far is remembered with it. */
  let lent: ChatModel | undefined
  function lentBy({ mcpReq }: ServerContext): { readonly clientModel?: ChatModel } {
    if (clientOf(mcpReq.envelope) !== undefined) return {}
    lent ??= clientModelOf(server)
    return lent === undefined ? {} : { clientModel: lent }
  }

  async function call(name: string, input: unknown, context: ServerContext) {
    const tool = tools.find(({ listing }) => listing.name === name)
    if (tool === undefined)
      throw unknownTool(
        name,
        all,
        tools.filter((one) => isGranted(one, granted)),
      )
    try {
      const callOptions = { ...callOptionsOf(context, log), ...lentBy(context) }
      const answer = await callForClient(tool, grantedTo(context), input, callOptions)
      await tellOfDocuments(context)
      return answer
    } catch (error) {
      if (context.mcpReq.signal.aborted) throw error
      log(error instanceof Error ? (error.stack ?? error.message) : String(error))
      return errorResult({
        code: 'store_failed',
        message: `${name} failed for a reason nobody expected`,
        hint: "the server's log says why; this is a mistake in Recollect, please report it",
      })
    }
  }

  /** Whether the client was last told of a tool that asks documents; undefined before it was told of any. */
  let toldOfDocuments: boolean | undefined
  async function listed(context: ServerContext) {
    toldOfDocuments = await hasDocuments(grantedTo(context), log)
    return tools
      .filter((tool) => isGranted(tool, granted) && (toldOfDocuments === true || !needsDocuments(tool)))
      .map(({ listing }) => listing as Tool)
  }

  /** Documents are published and attached beside a session: a client that listens hears that there are tools for them. */
  let lookedAt = performance.now()
  async function tellOfDocuments(context: ServerContext): Promise<void> {
    if (toldOfDocuments === undefined || performance.now() - lookedAt < LOOK_AGAIN_MS) return
    lookedAt = performance.now()
    if ((await hasDocuments(grantedTo(context), log)) === toldOfDocuments) return
    toldOfDocuments = !toldOfDocuments
    await server.sendToolListChanged()
  }

  function track<T>(work: Promise<T>): Promise<T> {
    running.add(work)
    return work.finally(() => running.delete(work))
  }

  server.setRequestHandler('tools/list', (_, context) =>
    track(listed(context).then((shown) => ({ tools: shown }))),
  )
  server.setRequestHandler('tools/call', ({ params }, context) =>
    track(call(params.name, params.arguments, context)),
  )
  server.setRequestHandler('resources/list', () => ({ resources: [...resources] }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...resourceTemplates, ...(toolsets.includes('task') ? taskResourceTemplates : [])],
  }))
  server.setRequestHandler('resources/read', ({ params }, context) =>
    track(readResource(grantedTo(context), params.uri, toolsets)),
  )
  server.setRequestHandler('prompts/list', () => ({ prompts: [...prompts] }))
  server.setRequestHandler('prompts/get', ({ params }) => {
    try {
      return promptMessage(params.name, params.arguments)
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.message}; ${error.hint ?? ''}`)
    }
  })
  return server
}

/** The package types an envelope as empty, so that a caller looks before it takes. */
function clientOf(envelope: object | undefined): { readonly name?: string } | undefined {
  return (envelope as Partial<Record<typeof CLIENT_INFO_META_KEY, { readonly name?: string }>> | undefined)?.[
    CLIENT_INFO_META_KEY
  ]
}

/** Forgetting cannot be undone: an agent has it only where the user started the server so. */
function capabilitiesOf({ mayWrite, mayForget }: ServeOptions): Capability[] {
  if (!mayWrite) return ['memory.read', 'knowledge.read']
  return ['memory.read', 'memory.write', 'knowledge.read', ...(mayForget ? (['memory.forget'] as const) : [])]
}

function callOptionsOf({ mcpReq }: ServerContext, log: (line: string) => void): CallOptions {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return { signal: mcpReq.signal }
  return {
    signal: mcpReq.signal,
    progress: ({ done, unit, total }) => {
      mcpReq
        .notify({
          method: 'notifications/progress',
          params: {
            progressToken,
            progress: done,
            message: `${done} ${unit}`,
            ...(total === undefined ? {} : { total }),
          },
        })
        .catch((error: Error) => log(error.message))
    },
  }
}

/** As the operation itself says it: what is published, attached and in the user's sight. A store in trouble has none. */
async function hasDocuments({ memory, granted, task }: Granted, log: ServeOptions['log']): Promise<boolean> {
  if (!granted.has('knowledge.read')) return false
  try {
    return (await memory.knowledgeMap({ task, limit: 1 })).total > 0
  } catch (error) {
    // The tools are listed all the same: who calls one is told what is wrong.
    log(tellError(error))
    return false
  }
}

/** Beside a session that works; a client that asks for the list is told at once. */
const LOOK_AGAIN_MS = 30_000

function unknownTool(name: string, all: readonly MemoryTool[], listed: readonly MemoryTool[]): ProtocolError {
  const toolset = all.find(({ listing }) => listing.name === name)?.operation.toolset
  if (toolset !== undefined) {
    return new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${name} is shown only by a server that was started with --${toolset}-tools${toolset === 'knowledge' ? '; knowledge_ask answers from documents' : ''}`,
    )
  }
  const ofUser = usersOperation(name)
  if (ofUser !== undefined) {
    return new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${name} is for the user alone, whom no agent can stand in for: they do it in a terminal, like ${ofUser.example}`,
    )
  }
  const known = listed.map(({ listing }) => listing.name).join(', ')
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `there is no tool ${clip(name, 64)}; there are: ${known}`,
  )
}
