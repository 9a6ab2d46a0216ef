import { jsonSchema, type ToolSet, tool } from 'ai'
import { DEFAULT_TASK } from '../../document/tasks/task-documents.js'
import type { Memory } from '../../engine.js'
import { MemoryError } from '../../errors.js'
import type { Toolset } from '../../operations/operation.js'
import { callTool, type ToolCaller } from '../../tools/call-tool.js'
import { renderOutput } from '../../tools/render-output.js'
import { requireAgent } from '../../tools/require-agent.js'
import { isGranted, type MemoryTool, needsDocuments, memoryTools as toolsOf } from '../../tools/tool.js'

export interface MemoryToolsOptions {
  /** Tools that not every agent needs: `knowledge` walks through documents, `task` has transcripts and artifacts. */
  readonly toolsets?: readonly Toolset[]
  /** The task whose attached documents may be asked. Absent: only `knowledge` of `toolsets` asks documents. */
  readonly task?: string
  /** Names of the tools to take, like `memory_search`. Absent: all that the agent may use. */
  readonly only?: readonly string[]
}

/**
 * The operations of an agent as tools of the AI SDK, named and described as over MCP. What the agent may not do has no
 * tool. Throws `invalid_input` for the memory of a person, as whom no model may speak, and for a tool that is not there.
 *
 * @example
 * const memory = engine.as({ user: 'ann', agent: 'my-agent' })
 * const { text } = await generateText({ model, tools: memoryTools(memory), stopWhen: stepCountIs(8), prompt })
 */
export function memoryTools(memory: Memory, options: MemoryToolsOptions = {}): ToolSet {
  const { toolsets = [], task, only } = options
  const { actor, capabilities } = requireAgent(memory)
  const hasDocuments = task !== undefined || toolsets.includes('knowledge')
  const offered = toolsOf(actor.audience).filter(
    (one) =>
      isGranted(one, capabilities) &&
      (one.operation.toolset === undefined || toolsets.includes(one.operation.toolset)) &&
      (hasDocuments || !needsDocuments(one)),
  )
  const caller: ToolCaller = { memory, task: task ?? DEFAULT_TASK, grantHint }
  const taken = only === undefined ? offered : only.map((name) => named(offered, name))
  // A model may call what every object has: `constructor`.
  return Object.assign(
    Object.create(null),
    Object.fromEntries(taken.map((one) => [one.listing.name, toolFor(one, caller)])),
  )
}

function toolFor(memoryTool: MemoryTool, caller: ToolCaller): ToolSet[string] {
  const { listing, operation, lists } = memoryTool
  return tool({
    title: listing.title,
    description: listing.description,
    // What a model gives is parsed by the operation, which says better what is wrong with it.
    inputSchema: jsonSchema<unknown>(listing.inputSchema as Parameters<typeof jsonSchema>[0]),
    execute: async (input: unknown, { abortSignal }): Promise<unknown> => {
      const options = abortSignal === undefined ? {} : { signal: abortSignal }
      const answer = await callTool(memoryTool, caller, input, options)
      if (answer.ok) return answer.output
      throw new MemoryError(answer.refusal.code, answer.text, answer.refusal.hint)
    },
    toModelOutput: ({ output }) => ({ type: 'text', value: renderOutput(operation.title, output, lists) }),
  })
}

function named(offered: readonly MemoryTool[], name: string): MemoryTool {
  const found = offered.find(({ listing }) => listing.name === name)
  if (found !== undefined) return found
  const names = offered.map(({ listing }) => listing.name).join(', ')
  throw new MemoryError('invalid_input', `this agent has no tool ${name}`, `it has ${names}`)
}

function grantHint({ operation }: MemoryTool): string {
  return operation.effect === 'read'
    ? 'no agent may; the user can ask for it'
    : `only the program that started this agent can allow it: capabilities: [..., '${operation.capability}']`
}
