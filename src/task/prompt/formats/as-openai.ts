import type { Assembly, PromptPart } from '../assemble-prompt.js'
import type { PromptTurn } from '../prompt-turn.js'
import { wireArguments, wireName } from './wire-name.js'

/** What goes into `messages` and `tools` of a chat completion. */
export interface OpenAiPrompt {
  readonly messages: readonly OpenAiMessage[]
  readonly tools: readonly {
    readonly type: 'function'
    readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown }
  }[]
}

export type OpenAiMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly OpenAiText[] }
  | {
      readonly role: 'assistant'
      readonly content: string | null
      readonly tool_calls?: readonly {
        readonly id: string
        readonly type: 'function'
        readonly function: { readonly name: string; readonly arguments: string }
      }[]
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

interface OpenAiText {
  readonly type: 'text'
  readonly text: string
}

/** The prompt as messages of OpenAI's chat completions, and of all servers that take the same. */
export function asOpenAi({ tools, system, turns, context, ask }: Pick<Assembly, PromptPart>): OpenAiPrompt {
  const late = [...context.map(({ text }) => text), ...(ask === '' ? [] : [ask])]
  const last = late.map((text): OpenAiText => ({ type: 'text', text }))
  return {
    messages: [
      ...(system.length === 0
        ? []
        : [{ role: 'system' as const, content: system.map(({ text }) => text).join('\n\n') }]),
      ...turns.flatMap(messagesOf),
      ...(last.length === 0
        ? []
        : [{ role: 'user' as const, content: last.length === 1 ? (last[0] as OpenAiText).text : last }]),
    ],
    tools: tools.map(({ name, description, schema }) => ({
      type: 'function',
      function: { name: wireName(name), description, parameters: schema },
    })),
  }
}

function messagesOf(turn: PromptTurn): OpenAiMessage[] {
  switch (turn.role) {
    case 'user':
      return [{ role: 'user', content: turn.text }]
    case 'assistant': {
      const calls = turn.calls.map(({ callId, tool, input }) => ({
        id: callId,
        type: 'function' as const,
        function: { name: wireName(tool), arguments: JSON.stringify(wireArguments(input)) },
      }))
      const content = turn.text === '' ? null : turn.text
      return [{ role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }]
    }
    case 'tool':
      return turn.results.map(({ callId, text }) => ({ role: 'tool', tool_call_id: callId, content: text }))
  }
}
