import { type FileHandle, open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { MemoryError } from '../errors.js'
import { clip } from '../text/clip.js'
import { fileTrouble } from './file-trouble.js'
import { printableLine } from './printable.js'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

/** What a conversation is read from: a file, or the pipe. */
export interface ConversationSource {
  readonly name: string
  /** The session of messages that name none. */
  readonly session: string
  readonly bytes: AsyncIterable<Uint8Array>
  readonly totalBytes: number | undefined
  bytesRead(): number
  close(): void
}

/** Opens a file, or the pipe for `-`. Throws when there is none, or when it is not a file. */
export async function openConversation(
  path: string,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ConversationSource> {
  if (path === '-') {
    if (!terminal.isPiped) {
      throw new UsageError(
        '- reads the pipe, and nothing is piped in',
        'name a file: recollect import chat.jsonl',
      )
    }
    return counting('pipe', 'conversation', addAbortSignal(signal, terminal.input), undefined)
  }
  const name = basename(path)
  const { stream, sizeBytes } = await openFile(path)
  return counting(name, sessionOf(name), addAbortSignal(signal, stream), sizeBytes)
}

/** A file's name without its extension. */
function sessionOf(name: string): string {
  return clip(basename(name, extname(name)), SESSION_MAX_CHARS) || 'conversation'
}

const SESSION_MAX_CHARS = 200

async function openFile(path: string): Promise<{ stream: Readable; sizeBytes: number | undefined }> {
  const shown = printableLine(path)
  if (path.includes('\0')) throw new UsageError('a path cannot hold a NUL character')
  let handle: FileHandle
  try {
    handle = await open(path, 'r')
  } catch (error) {
    const trouble = fileTrouble(error)
    if (trouble === undefined) throw error
    throw new MemoryError('not_found', `cannot open ${shown}: ${trouble}`, 'name a file of JSON lines', {
      cause: error,
    })
  }
  const status = await handle.stat()
  if (status.isDirectory()) {
    await handle.close()
    throw new MemoryError(
      'invalid_input',
      `${shown} is a folder`,
      'name one file; a shell loop imports several',
    )
  }
  // A pipe or device has no size to measure progress by.
  return {
    stream: handle.createReadStream({ highWaterMark: CHUNK_BYTES }),
    sizeBytes: status.isFile() ? status.size : undefined,
  }
}

function counting(
  name: string,
  session: string,
  stream: Readable,
  totalBytes: number | undefined,
): ConversationSource {
  let bytes = 0
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      const buffer = Buffer.from(chunk as Uint8Array)
      bytes += buffer.length
      yield buffer
    }
  }
  return {
    name,
    session,
    bytes: chunks(),
    totalBytes,
    bytesRead: () => bytes,
    close: () => stream.destroy(),
  }
}

const CHUNK_BYTES = 64 * 1024
