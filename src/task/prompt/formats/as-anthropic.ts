import type { Assembly, PromptPart } from '../assemble-prompt.js'
import type { PromptTurn } from '../prompt-turn.js'
import { wireArguments, wireName } from './wire-name.js'

/** What goes into `system`, `messages` and `tools` of a request for a message. */
export interface AnthropicPrompt {
  readonly system: readonly AnthropicText[]
  /** Alternating, the first and the last of the user. */
  readonly messages: readonly AnthropicMessage[]
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly input_schema: unknown
  }[]
}

export interface AnthropicMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly AnthropicContent[]
}

interface AnthropicText {
  readonly type: 'text'
  readonly text: string
  readonly cache_control?: CacheControl
}

export type AnthropicContent =
  | AnthropicText
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly input: unknown
      readonly cache_control?: CacheControl
    }
  | {
      readonly type: 'tool_result'
      readonly tool_use_id: string
      readonly content: string
      readonly is_error: boolean
      readonly cache_control?: CacheControl
    }

interface CacheControl {
  readonly type: 'ephemeral'
}

/**
 * The prompt as Anthropic's Messages API takes it. What is cached ends where something ends that stays: the stable part of
 * the system text, all of it, and the conversation so far; three of the four marks that are allowed.
 */
export function asAnthropic({
  tools,
  system,
  stable,
  turns,
  context,
  ask,
}: Pick<Assembly, PromptPart>): AnthropicPrompt {
  const marks = new Set([stable - 1, system.length - 1])
  const late = [...context.map(({ text }) => text), ...(ask === '' ? [] : [ask])]
  const said = merged(turns.map(messageOf))
  return {
    system: system.map(({ text }, index) => ({
      type: 'text',
      text,
      ...(marks.has(index) ? { cache_control: EPHEMERAL } : {}),
    })),
    messages: merged([
      ...(said[0]?.role === 'assistant' ? [OMITTED] : []),
      ...said.map((message, index) => (index === said.length - 1 ? markedAtEnd(message) : message)),
      ...(late.length === 0 ? [] : [{ role: 'user' as const, content: late.map(textOf) }]),
    ]),
    tools: [
      ...tools.map(({ name, description, schema }) => ({
        name: wireName(name),
        description,
        input_schema: schema,
      })),
      ...unknownTools(turns, new Set(tools.map(({ name }) => wireName(name)))),
    ],
  }
}

const EPHEMERAL: CacheControl = { type: 'ephemeral' }

const OMITTED: AnthropicMessage = {
  role: 'user',
  content: [{ type: 'text', text: '(earlier turns are not shown)' }],
}

function messageOf(turn: PromptTurn): AnthropicMessage {
  switch (turn.role) {
    case 'user':
      return { role: 'user', content: [textOf(turn.text)] }
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(turn.text.trim() === '' ? [] : [textOf(turn.text)]),
          ...turn.calls.map(({ callId, tool, input }) => ({
            type: 'tool_use' as const,
            id: callId,
            name: wireName(tool),
            input: wireArguments(input),
          })),
        ],
      }
    case 'tool':
      return {
        role: 'user',
        content: turn.results.map(({ callId, text, isError }) => ({
          type: 'tool_result',
          tool_use_id: callId,
          content: text,
          is_error: isError,
        })),
      }
  }
}

function textOf(text: string): AnthropicText {
  return { type: 'text', text }
}

/** Roles alternate: what one side says in a row is one message. */
function merged(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const found: AnthropicMessage[] = []
  for (const message of messages) {
    const last = found.at(-1)
    if (last?.role !== message.role) found.push(message)
    else found[found.length - 1] = { role: last.role, content: [...last.content, ...message.content] }
  }
  return found
}

function markedAtEnd({ role, content }: AnthropicMessage): AnthropicMessage {
  return {
    role,
    content: content.map((part, index) =>
      index === content.length - 1 ? { ...part, cache_control: EPHEMERAL } : part,
    ),
  }
}

/** The API refuses calls in a conversation that names no tools; one that is gone is described as such. */
function unknownTools(turns: readonly PromptTurn[], known: ReadonlySet<string>): AnthropicPrompt['tools'] {
  const called = turns.flatMap((turn) =>
    turn.role === 'assistant' ? turn.calls.map(({ tool }) => wireName(tool)) : [],
  )
  return [...new Set(called)]
    .filter((name) => !known.has(name))
    .map((name) => ({ name, description: '(not available any more)', input_schema: { type: 'object' } }))
}
