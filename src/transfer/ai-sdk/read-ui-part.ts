import type { ConversationEvent } from '../conversation-event.js'
import { objectOf, textOf } from '../json-field.js'
import { argumentsOf, callData } from '../tool-calls.js'

/** What a part of a UI message is. */
export type UiPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'done'; readonly events: readonly Told[] }
  | { readonly kind: 'left out'; readonly reason: string }

type Told = Pick<ConversationEvent, 'type' | 'text' | 'role' | 'data'>

export function readUiPart(part: unknown): UiPart {
  const fields = objectOf(part)
  const type = textOf(fields?.['type']) ?? ''
  if (type === 'text') {
    const text = textOf(fields?.['text'])
    return text === undefined ? { kind: 'left out', reason: 'no text' } : { kind: 'text', text }
  }
  if (type === 'reasoning') {
    const text = textOf(fields?.['text']) ?? textOf(fields?.['reasoning'])
    if (text === undefined) return { kind: 'left out', reason: 'thinking without text' }
    return { kind: 'done', events: [{ type: 'reasoning', text, role: 'assistant', data: {} }] }
  }
  const invocation = objectOf(fields?.['toolInvocation'])
  if (type === 'tool-invocation' && invocation !== undefined) {
    const { toolCallId, toolName, args, result, state } = invocation
    return toolPart(toolCallId, toolName, args, state === 'result' ? result : undefined, undefined)
  }
  if (fields !== undefined && (type === 'dynamic-tool' || /^tool-./.test(type))) {
    const { toolCallId, input, rawInput, output, state } = fields
    const name = type === 'dynamic-tool' ? fields['toolName'] : type.replace('tool-', '')
    const isOver = state === 'output-available' || (state === undefined && output !== undefined)
    return toolPart(toolCallId, name, input ?? rawInput, isOver ? output : undefined, fields['errorText'])
  }
  return { kind: 'left out', reason: OTHERS.get(type) ?? (type.startsWith('data-') ? 'data' : 'other') }
}

function toolPart(id: unknown, name: unknown, input: unknown, output: unknown, error: unknown): UiPart {
  const data = callData(id, name, input)
  const call: Told = { type: 'tool_call', text: argumentsOf(input), role: 'assistant', data }
  const failed = textOf(error)
  if (output === undefined && failed === undefined) return { kind: 'done', events: [call] }
  const result: Told = {
    type: 'tool_result',
    text: failed ?? argumentsOf(output),
    role: 'tool',
    data: failed === undefined ? data : { ...data, isError: true },
  }
  return { kind: 'done', events: [call, result] }
}

const OTHERS: ReadonlyMap<string, string> = new Map([
  ['file', 'file'],
  ['image', 'image'],
  ['source', 'source'],
  ['source-url', 'source'],
  ['source-document', 'source'],
  ['step-start', 'step'],
])
