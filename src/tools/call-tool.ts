import type { CallOptions, Memory } from '../engine.js'
import { type ErrorCode, MemoryError } from '../errors.js'
import { parseInput } from '../operations/parse-input.js'
import { quoteInline } from '../text/quote.js'
import { boundOutput } from './bound-output.js'
import { harmlessOutput } from './harmless-output.js'
import { inToolNames } from './in-tool-names.js'
import { renderOutput } from './render-output.js'
import type { MemoryTool } from './tool.js'

/** The operations of one agent. */
export interface ToolCaller {
  readonly memory: Memory
  /** Whose documents it may ask. */
  readonly task: string
  /** What can be done where it was refused: who may allow it, and how. `message`: what the operation said. */
  grantHint(tool: MemoryTool, message: string): string
}

/** What a tool answers: for a program, and as a model reads it. */
export type ToolAnswer =
  | { readonly ok: true; readonly output: unknown; readonly text: string }
  | { readonly ok: false; readonly refusal: Refusal; readonly text: string }

export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
  readonly hint: string | undefined
}

/**
 * Calls an operation for an agent. Never throws for what an operation refuses: the agent reads what happened and
 * what can be done, as a tool's answer. Throws what nobody expected.
 */
export async function callTool(
  tool: MemoryTool,
  caller: ToolCaller,
  input: unknown,
  options: CallOptions,
): Promise<ToolAnswer> {
  const method = caller.memory[tool.method] as unknown as (
    input: unknown,
    options: CallOptions,
  ) => Promise<unknown>
  try {
    const asked = tool.hasTask ? ofTask(input, caller.task) : input
    const output = harmlessOutput(boundOutput(await method(asked, options)))
    return { ok: true, output, text: renderOutput(tool.operation.title, output, tool.lists) }
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error
    return refused(explain(error, tool, caller, input))
  }
}

/** Models are shown only the text of what failed, so code, message and hint stand there. */
export function refused({ code, message, hint }: Refusal): Extract<ToolAnswer, { ok: false }> {
  const told = hint === undefined ? undefined : inToolNames(hint)
  const text = [
    `${code}: ${oneLine(message)}`,
    ...(told === undefined ? [] : [`hint: ${oneLine(told)}`]),
  ].join('\n')
  return { ok: false, refusal: { code, message, hint: told }, text }
}

/** A question to the documents of the caller's task, whatever an agent says; a page fits an answer. */
function ofTask(input: unknown, task: string): unknown {
  if (typeof input !== 'object' || input === null) return { task }
  const { maxTokens } = input as { readonly maxTokens?: unknown }
  const isLong = typeof maxTokens === 'number' && maxTokens > PAGE_TOKENS_MAX
  return { ...input, ...(isLong ? { maxTokens: PAGE_TOKENS_MAX } : {}), task }
}

/** Some 15,000 characters of English. */
const PAGE_TOKENS_MAX = 3_000

/** An error in the words of who called: a tool with parameters. */
function explain(error: MemoryError, tool: MemoryTool, caller: ToolCaller, input: unknown): Refusal {
  const { code, message, hint } = error
  if (code === 'denied') return { code, message, hint: caller.grantHint(tool, message) }
  if (code !== 'invalid_input') return { code, message, hint }
  const parsed = parseInput(tool.input, input)
  if ('input' in parsed) return { code, message, hint }
  const problems = parsed.problems.slice(0, PROBLEMS_SHOWN).map(({ text }) => text) // slice-ok: a list
  return { code, message: problems.join('; '), hint: `${tool.listing.name} takes ${parametersOf(tool)}` }
}

const PROBLEMS_SHOWN = 5

function parametersOf({ listing: { inputSchema } }: MemoryTool): string {
  const { properties = {}, required = [] } = inputSchema
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
