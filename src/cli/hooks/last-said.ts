import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * What the assistant said last, out of the end of a transcript of Claude Code (a line of JSON each); undefined where there
 * is no such thing. Reads the end alone: a transcript grows all day.
 */
export async function lastSaid(file: string): Promise<string | undefined> {
  const said: string[] = []
  for (const line of (await endOf(file)).reverse()) {
    const message = messageOf(line)
    if (message === undefined) continue
    if (message.role === 'user') {
      if (message.text !== '') break
    } else if (message.role === 'assistant' && message.text !== '') said.unshift(message.text)
  }
  return said.length === 0 ? undefined : said.join('\n\n')
}

/** How long a transcript is: another number with each thing that happens. */
export async function sizeOf(file: string): Promise<number> {
  const handle = await open(file, READ_ONLY)
  try {
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

const READ_BYTES = 262_144

/** To open a pipe would wait for who writes into it. */
const READ_ONLY = constants.O_RDONLY | constants.O_NONBLOCK

async function endOf(file: string): Promise<string[]> {
  const handle = await open(file, READ_ONLY)
  try {
    const stat = await handle.stat()
    // What a pipe or a device gives has no end to look at.
    if (!stat.isFile()) return []
    const start = Math.max(0, stat.size - READ_BYTES)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, start)
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
    // The first may be the rest of a line.
    return start === 0 ? lines : lines.slice(1) // slice-ok: a list
  } finally {
    await handle.close()
  }
}

function messageOf(line: string): { readonly role: string; readonly text: string } | undefined {
  if (line.trim() === '') return undefined
  let entry: { type?: unknown; isSidechain?: unknown; message?: { role?: unknown; content?: unknown } } | null
  try {
    entry = JSON.parse(line)
  } catch (error) {
    // The last line may be half written.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  const role = entry?.message?.role
  if (typeof role !== 'string' || entry?.isSidechain === true) return undefined
  return { role, text: textOf(entry?.message?.content) }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: { type?: unknown; text?: unknown } | null) =>
      part?.type === 'text' && typeof part.text === 'string' ? part.text : '',
    )
    .filter((text) => text !== '')
    .join('\n')
}
