import type { EventData } from '../task/event.js'
import { clip } from '../text/clip.js'
import { objectOf, textOf } from './json-field.js'

/** What a tool call says of itself. */
export type CallData = Pick<EventData, 'callId' | 'tool' | 'path'>

/** Calls of one source: a result says which call it answers, and nothing else of it. */
export interface ToolCalls {
  /** Remembers a call, and answers it. */
  call(data: CallData): CallData
  /** Of a result: the call that it answers. */
  answered(callId: string | undefined): CallData
}

export function createToolCalls(): ToolCalls {
  const calls = new Map<string, CallData>()
  return {
    call(data) {
      if (data.callId === undefined) return data
      calls.set(data.callId, data)
      if (calls.size > CALLS_MAX) {
        const [oldest] = calls.keys()
        calls.delete(oldest ?? '')
      }
      return data
    },
    answered: (callId) => (callId === undefined ? {} : (calls.get(callId) ?? { callId })),
  }
}

/** Fields of a call, of which those that are absent stay so. `input`: its arguments. */
export function callData(callId: unknown, tool: unknown, input: unknown): CallData {
  const id = textOf(callId)
  const name = textOf(tool)
  const fields = objectOf(input)
  const path = PATHS.map((field) => textOf(fields?.[field])).find((text) => text !== undefined)
  return {
    ...(id === undefined ? {} : { callId: clip(id, NAME_CHARS) }),
    ...(name === undefined ? {} : { tool: clip(name, NAME_CHARS) }),
    ...(path === undefined ? {} : { path: clip(path, PATH_CHARS) }),
  }
}

/** What was given to a tool, or came out of it, as text: as it was written, else as JSON. */
export function argumentsOf(input: unknown): string {
  if (input === undefined || input === null) return ''
  if (typeof input === 'string') return input
  try {
    return JSON.stringify(input)
  } catch (error) {
    // Reading JSON has no limit of depth, writing it has.
    if (error instanceof RangeError) return '(nested too deep to be kept)'
    throw error
  }
}

/** Under which tools take the file that they are about. */
const PATHS = ['file_path', 'notebook_path', 'filePath', 'path'] as const
const NAME_CHARS = 200
const PATH_CHARS = 1_000
// A result comes soon behind its call.
const CALLS_MAX = 10_000
