import { createHash } from 'node:crypto'
import type { LanguageModelMiddleware } from 'ai'
import { stripFenced } from '../../text/fence.js'
import type { NewEvent } from './new-event.js'

export type CallParams = Parameters<NonNullable<LanguageModelMiddleware['transformParams']>>[0]['params']
type Prompt = CallParams['prompt']
type Message = Prompt[number]
type ToolOutput = Extract<
  Extract<Message, { role: 'tool' }>['content'][number],
  { type: 'tool-result' }
>['output']

/** What a prompt says that is new: the user's last words, and what tools brought since. */
export interface HeardPrompt {
  /** Where the user's last message stands; undefined where there is none. */
  readonly lastUser: number | undefined
  /** What the user says in the last message, for a search. */
  readonly question: string
  /** By which the same words of the user are known in the next step of the same work. */
  readonly words: string
  /** By which the place in the conversation is known, also by another process; undefined where none is sent along. */
  readonly place: string | undefined
  /** Whether tools were called since: a further step of the same work. */
  readonly isFurther: boolean
  readonly said: readonly NewEvent[]
  readonly results: readonly NewEvent[]
}

/** Reads a prompt as it is, before anything is put into it. */
export function hearPrompt(prompt: Prompt): HeardPrompt {
  const lastUser = prompt.findLastIndex(({ role }) => role === 'user')
  const behind = prompt.slice(lastUser + 1) // slice-ok: a list
  const firstUser = prompt.findLastIndex(({ role }, index) => index < lastUser && role !== 'user') + 1
  const users = lastUser === -1 ? [] : prompt.slice(firstUser, lastUser + 1) // slice-ok: a list
  const texts = users.map(textOf)
  const before = prompt.slice(0, firstUser).filter(({ role }) => role !== 'system') // slice-ok: a list
  return {
    lastUser: lastUser === -1 ? undefined : lastUser,
    question: texts.at(-1) ?? '',
    words: hashOf(texts),
    place: before.some(({ role }) => role === 'assistant')
      ? hashOf([...before.map((one) => `${one.role} ${textOf(one)}`), ...texts])
      : undefined,
    isFurther: behind.some(({ role }) => role === 'assistant'),
    said: texts.filter((text) => text !== '').map((text) => ({ type: 'message', role: 'user', text })),
    results: behind.flatMap(resultsOf),
  }
}

/** The prompt with a text before the user's last words; as a message of its own where the user says nothing. */
export function withMemory(prompt: Prompt, lastUser: number | undefined, block: string): Prompt {
  const part = { type: 'text' as const, text: block }
  return prompt.map((message, index) =>
    index === lastUser && message.role === 'user'
      ? { ...message, content: [part, ...message.content] }
      : message,
  )
}

export function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** What a message says in words, without what a memory put there. Of a file its name and type alone. */
function textOf(message: Message): string {
  if (message.role === 'system') return message.content
  const texts = message.content.map((part) => {
    if (part.type === 'text') return stripFenced(part.text).trim()
    if (part.type === 'file') return fileText(part.mediaType, part.filename)
    if (part.type === 'tool-call') return `${part.toolName} ${JSON.stringify(part.input)}`
    return part.type === 'tool-result' ? outputText(part.output) : ''
  })
  return texts.filter((text) => text !== '').join('\n\n')
}

export function fileText(mediaType: string, name?: string): string {
  return name === undefined ? `(file, ${mediaType})` : `(file ${name}, ${mediaType})`
}

function resultsOf(message: Message): NewEvent[] {
  if (message.role !== 'tool') return []
  return message.content.flatMap((part): NewEvent[] => {
    if (part.type !== 'tool-result') return []
    const { toolCallId: callId, toolName: tool, output } = part
    const isError = output.type.startsWith('error') || output.type === 'execution-denied'
    return [{ type: 'tool_result', tool, callId, text: outputText(output), ...(isError ? { isError } : {}) }]
  })
}

function outputText(output: ToolOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value)
    case 'execution-denied':
      return output.reason ?? 'denied'
    case 'content':
      return output.value
        .map((part) =>
          part.type === 'text' ? part.text : fileText('mediaType' in part ? part.mediaType : part.type),
        )
        .join('\n')
  }
}
