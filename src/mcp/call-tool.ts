import type { CallToolResult } from '@modelcontextprotocol/server'
import type { CallOptions, Memory } from '../engine.js'
import { isRetrySafe, MemoryError } from '../errors.js'
import { parseInput } from '../operations/parse-input.js'
import type { Capability } from '../reach.js'
import { quoteInline } from '../text/quote.js'
import { boundOutput } from './bound-output.js'
import { inToolNames } from './in-tool-names.js'
import { renderOutput } from './render-output.js'
import type { MemoryTool } from './tool.js'

/**
 * Calls an operation for an agent. Never throws for what an operation refuses: the agent reads what happened and
 * what can be done, as a tool's answer. Throws what nobody expected.
 */
export async function callTool(
  tool: MemoryTool,
  { memory, granted, task }: Granted,
  input: unknown,
  options: CallOptions,
): Promise<CallToolResult> {
  const method = memory[tool.method] as unknown as (input: unknown, options: CallOptions) => Promise<unknown>
  try {
    const output = boundOutput(await method(tool.hasTask ? ofTask(input, task) : input, options))
    return {
      content: [{ type: 'text', text: renderOutput(tool.operation.title, output, tool.lists) }],
      structuredContent: output as Record<string, unknown>,
    }
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error
    return errorResult(explain(error, tool, granted, input))
  }
}

/** The operations of one agent, and what it may do with them. */
export interface Granted {
  readonly memory: Memory
  readonly granted: ReadonlySet<Capability>
  /** Whose documents it may ask. */
  readonly task: string
}

/** A question to the documents of the server's task, whatever an agent says; a page fits an answer. */
function ofTask(input: unknown, task: string): unknown {
  if (typeof input !== 'object' || input === null) return { task }
  const { maxTokens } = input as { readonly maxTokens?: unknown }
  const isLong = typeof maxTokens === 'number' && maxTokens > PAGE_TOKENS_MAX
  return { ...input, ...(isLong ? { maxTokens: PAGE_TOKENS_MAX } : {}), task }
}

/** Some 15,000 characters of English. */
const PAGE_TOKENS_MAX = 3_000

type Explained = Pick<MemoryError, 'code' | 'message' | 'hint'>

/** Clients show a model only the text of what failed, so code, message and hint stand there. */
export function errorResult({ code, message, hint }: Explained): CallToolResult {
  const text = [
    `${code}: ${oneLine(message)}`,
    ...(hint === undefined ? [] : [`hint: ${oneLine(inToolNames(hint))}`]),
  ].join('\n')
  return {
    isError: true,
    content: [{ type: 'text', text }],
    _meta: {
      'recollect/error': {
        code,
        message,
        hint: hint === undefined ? null : inToolNames(hint),
        mayRetry: isRetrySafe[code],
      },
    },
  }
}

/** An error in the words of who called: a tool with parameters, a server with flags. */
function explain(
  error: MemoryError,
  tool: MemoryTool,
  granted: ReadonlySet<Capability>,
  input: unknown,
): Explained {
  const { code, message } = error
  if (code === 'denied') return { code, message, hint: grantHint(tool, granted, message) }
  if (code !== 'invalid_input') return error
  const parsed = parseInput(tool.input, input)
  if ('input' in parsed) return error
  const problems = parsed.problems.slice(0, PROBLEMS_SHOWN).map(({ text }) => text) // slice-ok: a list
  return { code, message: problems.join('; '), hint: `${tool.listing.name} takes ${parametersOf(tool)}` }
}

const PROBLEMS_SHOWN = 5

/** What only the user can change, and how. Notes once forgotten come back only from who may forget. */
function grantHint({ operation }: MemoryTool, granted: ReadonlySet<Capability>, message: string): string {
  if (operation.capability !== 'memory.forget' && !granted.has(operation.capability))
    return 'the user started this server with --read-only; ask them'
  // Who may read and is refused has asked for the memory of others, which no flag opens.
  if (operation.effect === 'read') return 'no agent may; the user can ask for it in a terminal'
  return message.includes('memory.forget')
    ? 'only the user can allow this, by starting the server with --allow-forget; ask them'
    : `no agent may; the user does it: ${operation.example}`
}

function parametersOf({ listing }: MemoryTool): string {
  const { properties = {}, required = [] } = listing.inputSchema as {
    properties?: Record<string, { type?: string }>
    required?: readonly string[]
  }
  const names = Object.entries(properties).map(
    ([name, { type }]) =>
      `${name}${required.includes(name) ? '' : '?'}${type === undefined ? '' : ` (${type})`}`,
  )
  return names.length === 0 ? 'nothing' : names.join(', ')
}

/** An error may repeat what a caller sent, and that may be anything. */
function oneLine(text: string): string {
  return quoteInline(text, MESSAGE_CHARS).replace(/^"|"$/g, '').replaceAll('\\"', '"')
}

const MESSAGE_CHARS = 1_000
