import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { MemoryError } from '../../errors.js'
import type { CommandCall, ExitCode } from '../command.js'
import { cannotOpen } from '../import/walk-folder.js'
import { readPiped } from '../read-piped.js'
import { renderExtracted } from '../render/extraction.js'
import { show } from './run-operation.js'

/** Reads a conversation from a file or the pipe, and shows what was kept of it. */
export async function runExtract(call: CommandCall): Promise<ExitCode> {
  const { terminal, input, view } = call
  const { file, ...rest } = input
  const messages = file === undefined ? undefined : messagesIn(await contentOf(String(file), call))
  const { memory } = await call.open()
  const output = await memory.extract({ ...rest, ...(messages === undefined ? {} : { messages }) })
  show(call, output, () => renderExtracted(output, view))
  if (output.outcome === 'failed' && output.detail !== null) terminal.note(output.detail)
  return output.outcome === 'failed' ? 1 : 0
}

async function contentOf(file: string, { terminal }: CommandCall): Promise<string> {
  if (file === '-') return readPiped(terminal.input)
  try {
    return await readFile(resolve(file), 'utf8')
  } catch (error) {
    throw cannotOpen(file, error)
  }
}

/** JSON lines, or one JSON array. */
function messagesIn(content: string): MessageInput[] {
  const text = content.trim()
  const values = text.startsWith('[') ? parsed(text, 1) : linesOf(text)
  return (Array.isArray(values) ? values : []).map((value: unknown, index): MessageInput => {
    const { role, content: said, toolCalls } = Object(value) as Record<string, unknown>
    if (typeof role !== 'string' || typeof said !== 'string') {
      throw new MemoryError(
        'invalid_input',
        `message ${index + 1} has no role or no content`,
        'write {"role": "user", "content": "…"} on each line',
      )
    }
    return { role, content: said, ...(Array.isArray(toolCalls) ? { toolCalls: toolCalls.map(String) } : {}) }
  })
}

interface MessageInput {
  readonly role: string
  readonly content: string
  readonly toolCalls?: string[]
}

function linesOf(text: string): unknown[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parsed(line, index + 1)]))
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new MemoryError(
      'invalid_input',
      `line ${line} is no JSON`,
      'write {"role": "user", "content": "…"} on each line',
      { cause: error },
    )
  }
}
