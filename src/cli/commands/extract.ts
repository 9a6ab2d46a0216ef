import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { MemoryError } from '../../errors.js'
import type { CommandCall, ExitCode } from '../command.js'
import { fileTrouble } from '../file-trouble.js'
import { readPiped } from '../read-piped.js'
import { renderExtracted } from '../render/extraction.js'
import { printableLine } from '../wording/printable.js'
import { conversationWindows, type MessageInput, toolCallsIn } from './conversation-windows.js'
import { show } from './run-operation.js'

/** Reads a conversation from a file or the pipe, and shows what was kept of it. */
export async function runExtract(call: CommandCall): Promise<ExitCode> {
  const { terminal, input, view } = call
  const { file, ...rest } = input
  const messages = file === undefined ? undefined : messagesIn(await contentOf(String(file), call))
  const { memory } = await call.open()
  const windows = messages === undefined ? [undefined] : conversationWindows(messages, EXCHANGES)
  const outputs: Extracted[] = []
  for (const window of windows) {
    outputs.push(await memory.extract({ ...rest, ...(window === undefined ? {} : { messages: window }) }))
  }
  const output = together(outputs)
  show(call, output, () => renderExtracted(output, view))
  if (output.outcome === 'failed' && output.detail !== null) terminal.note(printableLine(output.detail))
  return output.outcome === 'failed' ? 1 : 0
}

/** So many of its end one extraction looks at. */
const EXCHANGES = 3

type Extracted = Awaited<ReturnType<Awaited<ReturnType<CommandCall['open']>>['memory']['extract']>>

/** What came of all windows of a conversation: what failed first, else what was kept, else why nothing was. */
function together(outputs: readonly Extracted[]): Extracted {
  const of = (outcome: Extracted['outcome']) => outputs.find((one) => one.outcome === outcome)
  const main = of('failed') ?? of('started') ?? of('done') ?? outputs[0]
  if (main === undefined) throw new Error('no window')
  const cues: Extracted['cues'] = {}
  for (const one of outputs) {
    for (const kind of Object.keys(one.cues) as (keyof typeof cues)[])
      cues[kind] = (cues[kind] ?? 0) + (one.cues[kind] ?? 0)
  }
  return {
    ...main,
    cues,
    pairs: outputs.reduce((sum, { pairs }) => sum + pairs, 0),
    records: outputs.flatMap(({ records }) => records),
    isLogged: outputs.every(({ isLogged }) => isLogged),
  }
}

async function contentOf(file: string, { terminal }: CommandCall): Promise<string> {
  if (file === '-') return readPiped(terminal.input)
  try {
    return await readFile(resolve(file), 'utf8')
  } catch (error) {
    const trouble = fileTrouble(error)
    if (trouble === undefined) throw error
    const message = `cannot open ${printableLine(file)}: ${trouble}`
    throw new MemoryError('not_found', message, 'name a file of messages, or - for the pipe', {
      cause: error,
    })
  }
}

/** JSON lines, one JSON array, or an object with `messages`, as it is sent to a model. */
function messagesIn(content: string): MessageInput[] {
  return valuesIn(content.trim())
    .flatMap((value) => arrayOrUndefined(Object(value)['messages']) ?? [value])
    .map((value, index): MessageInput => {
      const message = Object(value) as Record<string, unknown>
      const { role, content: said } = message
      const toolCalls = toolCallsIn(message)
      const text = textOf(said)
      if (typeof role !== 'string' || text === undefined) {
        const missing = typeof role === 'string' ? 'content' : 'role'
        throw new MemoryError('invalid_input', `message ${index + 1} has no ${missing}`, FORM)
      }
      return {
        role,
        content: text,
        ...(toolCalls.length === 0 ? {} : { toolCalls }),
      }
    })
}

/** A text, or the texts of its parts; null is a message without words. */
function textOf(content: unknown): string | undefined {
  if (content === null) return ''
  if (!Array.isArray(content)) return typeof content === 'string' ? content : undefined
  return content
    .map((part: unknown) => (typeof part === 'string' ? part : Object(part)['text']))
    .filter((text) => typeof text === 'string')
    .join('\n')
}

function valuesIn(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return arrayOrUndefined(value) ?? [value]
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    if (text.startsWith('[')) throw noJson(1, error)
    return linesOf(text)
  }
}

function arrayOrUndefined(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

function linesOf(text: string): unknown[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parsed(line, index + 1)]))
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw noJson(line, error)
  }
}

function noJson(line: number, cause: unknown): MemoryError {
  return new MemoryError('invalid_input', `line ${line} is no JSON`, FORM, { cause })
}

const FORM = 'write {"role": "user", "content": "…"} on each line'
