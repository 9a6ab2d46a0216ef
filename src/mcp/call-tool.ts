import type { CallToolResult } from '@modelcontextprotocol/server'
import type { CallOptions, Memory } from '../engine.js'
import { isRetrySafe } from '../errors.js'
import type { Capability } from '../reach.js'
import { callTool, type Refusal, refused } from '../tools/call-tool.js'
import type { MemoryTool } from '../tools/tool.js'
import type { Granting } from './granting.js'

/** The operations of one agent, and what it may do with them. */
export interface Granted {
  readonly memory: Memory
  readonly granted: ReadonlySet<Capability>
  /** Whose documents it may ask. */
  readonly task: string
  readonly granting: Granting
}

/** Calls an operation for the agent of a client. Throws what nobody expected. */
export async function callForClient(
  tool: MemoryTool,
  { memory, task, ...grants }: Granted,
  input: unknown,
  options: CallOptions,
): Promise<CallToolResult> {
  const grantHint = (_: MemoryTool, message: string) => hintOf(tool, grants, message)
  const answer = await callTool(tool, { memory, task, grantHint }, input, options)
  if (!answer.ok) return errorResult(answer.refusal)
  return {
    content: [{ type: 'text', text: answer.text }],
    structuredContent: answer.output as Record<string, unknown>,
  }
}

export function errorResult(refusal: Refusal): CallToolResult {
  const { refusal: told, text } = refused(refusal)
  return {
    isError: true,
    content: [{ type: 'text', text }],
    _meta: {
      'recollect/error': { ...told, hint: told.hint ?? null, mayRetry: isRetrySafe[told.code] },
    },
  }
}

type Grants = Pick<Granted, 'granted' | 'granting'>

/** What only the user can change, and how. Notes once forgotten come back only from who may forget. */
function hintOf({ operation }: MemoryTool, { granted, granting }: Grants, message: string): string {
  if (operation.capability !== 'memory.forget' && !granted.has(operation.capability)) return granting.writing
  // Who may read and is refused has asked for the memory of others, which no flag opens.
  if (operation.effect === 'read') return 'no agent may; the user can ask for it in a terminal'
  return message.includes('memory.forget')
    ? granting.forgetting
    : `no agent may; the user does it: ${operation.example}`
}
