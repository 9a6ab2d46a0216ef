import {
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import type { CallOptions, Memory } from '../engine.js'
import { MemoryError } from '../errors.js'
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
import { callForClient, errorResult, type Granted } from './call-tool.js'
import { createLentModel } from './client-model.js'
import type { Granting } from './granting.js'
import { promptMessage, prompts } from './prompts.js'
import { readResource, resources, resourceTemplates, taskResourceTemplates } from './resources.js'
import { mistake, type TroubleLog, trouble } from './trouble.js'

/** What one client is served, whichever way it came. */
export interface Served {
  /** A sub-agent is shown less. */
  readonly audience: 'agent' | 'subagent'
  readonly granted: ReadonlySet<Capability>
  /** Whose attached documents may be asked. */
  readonly task: string
  /** Whose tools are shown beside those that every agent needs. */
  readonly toolsets: readonly Toolset[]
  readonly granting: Granting
  /** Whether it can be told, beside its requests, that the list of tools has changed. */
  readonly isTold: boolean
  /** Of this package, told to the client. */
  readonly version: string
  /** The operations, for a client that calls itself so. */
  memoryFor(clientName: string | undefined): Memory
  readonly log: TroubleLog
  /** Takes notice of what runs, so that who closes the store can wait for it. */
  track<T>(work: Promise<T>): Promise<T>
}

/** The tools, resources and prompts of one client: the same over standard input and output and over HTTP. */
export function createMemoryServer(served: Served): Server {
  const { audience, granted, task, toolsets, granting, isTold, version, log, track } = served
  const all = memoryTools(audience)
  const tools = all.filter((tool) => isShown(tool, new Set(toolsets)))
  const server = new Server(
    { name: 'recollect', title: 'Recollect', version },
    {
      capabilities: { tools: isTold ? { listChanged: true } : {}, resources: {}, prompts: {} },
      instructions,
    },
  )

  /** Who calls is told with each request in the newer protocol, once at the beginning in the older. */
  function grantedTo({ mcpReq }: ServerContext): Granted {
    const client = clientOf(mcpReq.envelope) ?? server.getClientVersion()
    return { memory: served.memoryFor(client?.name), granted, task, granting }
  }

  const lent = createLentModel(server)

  async function call(name: string, input: unknown, context: ServerContext) {
    const tool = tools.find(({ listing }) => listing.name === name)
    if (tool === undefined) {
      const listed = tools.filter((one) => isGranted(one, granted))
      throw unknownTool(name, { all, listed, granting })
    }
    try {
      const clientModel = clientOf(context.mcpReq.envelope) === undefined ? lent.model() : undefined
      const options = {
        ...callOptionsOf(context, log),
        ...(clientModel === undefined ? {} : { clientModel }),
      }
      const answer = await lent.during(context, () => callForClient(tool, grantedTo(context), input, options))
      await tellOfDocuments(context)
      return answer
    } catch (error) {
      if (context.mcpReq.signal.aborted) throw error
      log(mistake(error))
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
    if (!isTold || toldOfDocuments === undefined || performance.now() - lookedAt < LOOK_AGAIN_MS) return
    lookedAt = performance.now()
    if ((await hasDocuments(grantedTo(context), log)) === toldOfDocuments) return
    toldOfDocuments = !toldOfDocuments
    await server.sendToolListChanged()
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

function callOptionsOf({ mcpReq }: ServerContext, log: Served['log']): CallOptions {
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
        .catch((error: unknown) => log(trouble(error)))
    },
  }
}

/** As the operation itself says it: what is published, attached and in the user's sight. A store in trouble has none. */
async function hasDocuments({ memory, granted, task }: Granted, log: Served['log']): Promise<boolean> {
  if (!granted.has('knowledge.read')) return false
  try {
    return (await memory.knowledgeMap({ task, limit: 1 })).total > 0
  } catch (error) {
    // The tools are listed all the same: who calls one is told what is wrong.
    log(trouble(error))
    return false
  }
}

/** Beside a session that works; a client that asks for the list is told at once. */
const LOOK_AGAIN_MS = 30_000

interface Shown {
  readonly all: readonly MemoryTool[]
  readonly listed: readonly MemoryTool[]
  readonly granting: Granting
}

function unknownTool(name: string, { all, listed, granting }: Shown): ProtocolError {
  const toolset = all.find(({ listing }) => listing.name === name)?.operation.toolset
  if (toolset !== undefined) {
    return new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${name} is shown only ${granting.toolset(toolset)}${toolset === 'knowledge' ? '; knowledge_ask answers from documents' : ''}`,
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
