import type { EventData } from '../../task/event.js'
import { kindOfBlock, resultOf, textOfBlock } from '../content-blocks.js'
import { arrayOf, type JsonObject, objectOf, textOf } from '../json-field.js'
import { argumentsOf, callData, type ToolCalls } from '../tool-calls.js'
import { isNoise } from './noise.js'

/** What one message of Claude Code holds. */
export interface ClaudeContent {
  /** All its text: by that it is known again. */
  readonly whole: string
  /** Without what the program wrote into it. */
  readonly spoken: string
  /** What the agent did, in the order of the blocks. */
  readonly events: readonly BlockEvent[]
  /** What is left out, a kind for each block. */
  readonly others: readonly string[]
}

export interface BlockEvent {
  readonly type: 'reasoning' | 'tool_call' | 'tool_result'
  readonly text: string
  readonly data: Pick<EventData, 'callId' | 'tool' | 'path' | 'isError'>
}

/** `isNoisy`: whether the program writes in this one's name, as it does in the user's. */
export function readClaudeContent(content: unknown, isNoisy: boolean, calls: ToolCalls): ClaudeContent {
  const texts: string[] = []
  const spoken: string[] = []
  const events: BlockEvent[] = []
  const others: string[] = []
  for (const block of typeof content === 'string' ? [content] : arrayOf(content)) {
    const text = textOfBlock(block)
    if (text !== undefined) {
      texts.push(text)
      if (isNoisy && isNoise(text)) others.push('command or note of the program')
      else spoken.push(text)
      continue
    }
    const fields = objectOf(block)
    if (fields === undefined) continue
    const event = eventOf(fields, calls)
    if (event !== undefined) events.push(event)
    // A result may hold pictures beside its text.
    for (const other of event?.type === 'tool_result' ? othersIn(fields['content']) : []) others.push(other)
    if (event === undefined && textOf(fields['type']) !== 'text') others.push(kindOfBlock(fields))
  }
  return { whole: texts.join('\n'), spoken: spoken.join('\n'), events, others }
}

function eventOf(block: JsonObject, calls: ToolCalls): BlockEvent | undefined {
  const type = textOf(block['type']) ?? ''
  if (type === 'thinking') {
    const text = textOf(block['thinking'])
    return text === undefined ? undefined : { type: 'reasoning', text, data: {} }
  }
  if (type.endsWith('tool_use')) {
    const { id, name, input } = block
    return { type: 'tool_call', text: argumentsOf(input), data: calls.call(callData(id, name, input)) }
  }
  if (!type.endsWith('tool_result')) return undefined
  const data = calls.answered(textOf(block['tool_use_id']))
  const text = resultOf(block['content'])
  return { type: 'tool_result', text, data: block['is_error'] === true ? { ...data, isError: true } : data }
}

function othersIn(content: unknown): string[] {
  return arrayOf(content).flatMap((block) => {
    const fields = objectOf(block)
    return fields === undefined || textOfBlock(block) !== undefined || textOf(fields['type']) === 'text'
      ? []
      : [kindOfBlock(fields)]
  })
}
