import { arrayOf, type JsonObject, objectOf, textOf } from './json-field.js'

/** What a message's content consists of. */
export interface Content {
  /** Its text blocks, as they were written, with a line between them. */
  readonly text: string
  /** What tools answered. */
  readonly toolResults: readonly string[]
  /** Kinds of the blocks that hold no text of a message, one for each block. */
  readonly others: readonly string[]
}

/** Reads content as the chat APIs write it: a text, or a list of blocks `{type, …}`. */
export function readContent(content: unknown): Content {
  if (typeof content === 'string') return { text: content, toolResults: [], others: [] }
  const texts: string[] = []
  const toolResults: string[] = []
  const others: string[] = []
  for (const block of arrayOf(content)) {
    const fields = objectOf(block)
    const type = typeof block === 'string' ? 'text' : (textOf(fields?.['type']) ?? '')
    const text = textOfBlock(block)
    if (text !== undefined) {
      texts.push(text)
    } else if (type.endsWith('tool_result') || type === 'function_call_output') {
      const result = resultOf(fields?.['content'] ?? fields?.['output'])
      if (result.trim() === '') others.push('tool result')
      else toolResults.push(result)
    } else if (!TEXT_TYPES.has(type)) {
      others.push(kindOf(type))
    }
  }
  return { text: texts.join('\n'), toolResults, others }
}

/** The text of what a tool answers: it is one, or blocks of which some are text. */
export function resultOf(content: unknown): string {
  if (typeof content === 'string') return content
  return arrayOf(content)
    .flatMap((block) => textOfBlock(block) ?? [])
    .join('\n')
}

/** What a block is that holds no text, as a report says it. */
export function kindOfBlock(block: JsonObject): string {
  return kindOf(textOf(block['type']) ?? '')
}

function kindOf(type: string): string {
  return KINDS.get(type) ?? 'block of another kind'
}

/** The text of a block of text. */
export function textOfBlock(block: unknown): string | undefined {
  const fields = objectOf(block)
  if (fields === undefined) return textOf(block)
  return TEXT_TYPES.has(textOf(fields['type']) ?? '')
    ? (textOf(fields['text']) ?? textOf(fields['refusal']))
    : undefined
}

const TEXT_TYPES: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text', 'refusal'])

const KINDS: ReadonlyMap<string, string> = new Map([
  ['thinking', 'thinking'],
  ['redacted_thinking', 'thinking'],
  ['reasoning', 'thinking'],
  ['tool_use', 'tool call'],
  ['server_tool_use', 'tool call'],
  ['mcp_tool_use', 'tool call'],
  ['tool_call', 'tool call'],
  ['function_call', 'tool call'],
  ['image', 'image'],
  ['image_url', 'image'],
  ['input_image', 'image'],
  ['document', 'file'],
  ['file', 'file'],
  ['input_file', 'file'],
  ['container_upload', 'file'],
  ['audio', 'sound'],
  ['input_audio', 'sound'],
  ['video', 'film'],
])
