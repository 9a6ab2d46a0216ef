import type { Assembly, PromptPart } from '../assemble-prompt.js'
import type { PromptTurn } from '../prompt-turn.js'
import { wireArguments, wireName } from './wire-name.js'

/** `ModelMessage[]` of the AI SDK, and the tools whose schemas enter. */
export interface AiSdkPrompt {
  readonly messages: readonly AiSdkMessage[]
  readonly tools: readonly {
    readonly name: string
    readonly description: string
    readonly inputSchema: unknown
  }[]
}

export type AiSdkMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: readonly AiSdkText[] }
  | { readonly role: 'assistant'; readonly content: readonly (AiSdkText | AiSdkCall)[] }
  | { readonly role: 'tool'; readonly content: readonly AiSdkResult[] }

interface AiSdkText {
  readonly type: 'text'
  readonly text: string
}

interface AiSdkCall {
  readonly type: 'tool-call'
  readonly toolCallId: string
  readonly toolName: string
  readonly input: unknown
}

interface AiSdkResult {
  readonly type: 'tool-result'
  readonly toolCallId: string
  readonly toolName: string
  readonly output: { readonly type: 'text' | 'error-text'; readonly value: string }
}

/** The prompt as the AI SDK takes it, whatever model stands behind it. */
export function asAiSdk({ tools, system, turns, context, ask }: Pick<Assembly, PromptPart>): AiSdkPrompt {
  const late = [...context.map(({ text }) => text), ...(ask === '' ? [] : [ask])]
  return {
    messages: [
      ...(system.length === 0
        ? []
        : [{ role: 'system' as const, content: system.map(({ text }) => text).join('\n\n') }]),
      ...turns.map(messageOf),
      ...(late.length === 0 ? [] : [{ role: 'user' as const, content: late.map(textOf) }]),
    ],
    tools: tools.map(({ name, description, schema }) => ({
      name: wireName(name),
      description,
      inputSchema: schema,
    })),
  }
}

function messageOf(turn: PromptTurn): AiSdkMessage {
  switch (turn.role) {
    case 'user':
      return { role: 'user', content: [textOf(turn.text)] }
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(turn.text === '' ? [] : [textOf(turn.text)]),
          ...turn.calls.map(({ callId, tool, input }) => ({
            type: 'tool-call' as const,
            toolCallId: callId,
            toolName: wireName(tool),
            input: wireArguments(input),
          })),
        ],
      }
    case 'tool':
      return {
        role: 'tool',
        content: turn.results.map(({ callId, tool, text, isError }) => ({
          type: 'tool-result',
          toolCallId: callId,
          toolName: wireName(tool),
          output: { type: isError ? 'error-text' : 'text', value: text },
        })),
      }
  }
}

function textOf(text: string): AiSdkText {
  return { type: 'text', text }
}
