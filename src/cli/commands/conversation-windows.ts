/** A message of a conversation, as it is handed over. */
export interface MessageInput {
  readonly role: string
  readonly content: string
  readonly toolCalls?: string[]
}

/**
 * A whole conversation for an extraction that looks at its end: from its beginning to the end of each window, so that
 * every exchange is looked at once, with what was said before it.
 *
 * @param exchanges how many one extraction looks at
 */
export function conversationWindows(
  messages: readonly MessageInput[],
  exchanges: number,
): readonly MessageInput[][] {
  const starts: number[] = []
  let isAnswered = true
  for (const [at, { role }] of messages.entries()) {
    if (USER.test(role)) {
      if (isAnswered) starts.push(at)
      isAnswered = false
    } else if (ASSISTANT.test(role)) isAnswered = true
  }
  // The first has what is left over, so that no later one looks at an exchange again.
  const first = starts.length % exchanges || exchanges
  const ends = starts.filter((_, n) => n >= first && (n - first) % exchanges === 0)
  return [...ends, messages.length].map((end) => messages.slice(Math.max(0, end - MESSAGES_BEFORE), end)) // slice-ok: messages
}

/** Names of the tools that a message called: `toolCalls`, as OpenAI has them, or as Claude has them in its content. */
export function toolCallsIn(message: Record<string, unknown>): string[] {
  const { toolCalls, tool_calls: calls, function_call: call, content } = message
  const parts = [content].flat().filter((part) => Object(part)['type'] === 'tool_use')
  return [
    ...[toolCalls ?? []].flat().map((one) => (typeof one === 'string' ? one : nameOf(one))),
    ...[calls ?? []].flat().map(nameOf),
    ...[call ?? []].flat().map(nameOf),
    ...parts.map(nameOf),
  ].filter((name) => name !== '')
}

const USER = /^(?:user|human)$/i
const ASSISTANT = /^(?:assistant|ai|model)$/i
/** More than one extraction looks back at. */
const MESSAGES_BEFORE = 500

/** One tool may do several things: then its name and what it was told to do, like `memory_create`. */
function nameOf(call: unknown): string {
  const { name, function: tool, input } = Object(call) as Record<string, unknown>
  const own = name ?? Object(tool)['name']
  const command: unknown = Object(input)['command']
  if (typeof own !== 'string') return ''
  // slice-ok: a name of a tool
  return (typeof command === 'string' && own === 'memory' ? `${own}_${command}` : own).substring(0, 256)
}
