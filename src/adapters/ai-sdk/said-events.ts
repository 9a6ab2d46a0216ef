import type { LanguageModelMiddleware } from 'ai'
import { stripFenced } from '../../text/fence.js'
import { fileText } from './heard-prompt.js'
import type { CutShort, NewEvent } from './new-event.js'

type Wrapped<K extends 'doGenerate' | 'doStream'> = Awaited<
  ReturnType<Parameters<NonNullable<LanguageModelMiddleware['wrapGenerate']>>[0][K]>
>
export type Generated = Wrapped<'doGenerate'>
export type Streamed = Wrapped<'doStream'>
export type StreamPart = Streamed['stream'] extends ReadableStream<infer P> ? P : never
type Content = Generated['content'][number]

/** What a model said and called, in its order. Nothing of its provider is in it: no header, no metadata. */
export function saidEvents(content: readonly Content[], ending?: CutShort): NewEvent[] {
  const events = content.flatMap(eventOf)
  if (ending === undefined) return events
  const last = events.at(-1)
  if (last === undefined) return [{ type: 'message', role: 'assistant', text: '', ending }]
  const isWords = last.type === 'message' || last.type === 'reasoning'
  // What was called was called to its end.
  return isWords
    ? [...events.slice(0, -1), { ...last, ending }] // slice-ok: a list
    : [...events, { type: 'message', role: 'assistant', text: '', ending }]
}

function eventOf(part: Content): NewEvent[] {
  switch (part.type) {
    case 'text':
      return saying(part.text)
    case 'reasoning':
      return part.text === '' ? [] : [{ type: 'reasoning', text: stripFenced(part.text) }]
    case 'file':
      return saying(fileText(part.mediaType))
    case 'tool-call':
      return [{ type: 'tool_call', tool: part.toolName, callId: part.toolCallId, text: part.input }]
    case 'tool-result':
      return part.preliminary === true
        ? []
        : [
            {
              type: 'tool_result',
              tool: part.toolName,
              callId: part.toolCallId,
              text: typeof part.result === 'string' ? part.result : JSON.stringify(part.result),
              ...(part.isError === true ? { isError: true } : {}),
            },
          ]
    default:
      return []
  }
}

/** Words of the model that quote a memory are not said anew. */
function saying(text: string): NewEvent[] {
  const said = stripFenced(text)
  return said.trim() === '' ? [] : [{ type: 'message', role: 'assistant', text: said }]
}

/** Gathers what a stream says. */
export interface StreamHeard {
  hear(part: StreamPart): void
  /** As {@link saidEvents} takes it. */
  content(): readonly Content[]
  /** `failed` where an error came, or no end. */
  ending(): CutShort | undefined
}

export function hearStream(): StreamHeard {
  const parts: Content[] = []
  const texts = new Map<string, { type: 'text' | 'reasoning'; text: string }>()
  let hasEnd = false
  let hasFailed = false
  const add = (type: 'text' | 'reasoning', id: string, delta: string) => {
    const key = `${type} ${id}`
    const known = texts.get(key)
    if (known !== undefined) known.text += delta
    else {
      const made = { type, text: delta }
      texts.set(key, made)
      parts.push(made)
    }
  }
  return {
    hear(part) {
      if (part.type === 'text-delta') add('text', part.id, part.delta)
      else if (part.type === 'reasoning-delta') add('reasoning', part.id, part.delta)
      // Servers number the pieces of each answer from the beginning.
      else if (part.type === 'text-end') texts.delete(`text ${part.id}`)
      else if (part.type === 'reasoning-end') texts.delete(`reasoning ${part.id}`)
      else if (part.type === 'tool-call' || part.type === 'tool-result' || part.type === 'file')
        parts.push(part)
      else if (part.type === 'finish') {
        hasEnd = true
        hasFailed ||= part.finishReason.unified === 'error'
      } else if (part.type === 'error') hasFailed = true
    },
    content: () => parts,
    ending: () => (hasFailed || !hasEnd ? 'failed' : undefined),
  }
}
