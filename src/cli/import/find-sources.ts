import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { UsageError } from '../arguments/usage-error.js'
import type { Terminal } from '../terminal.js'
import type { ImportSource, ImportSources } from './import-source.js'
import { cannotOpen, walkFolder } from './walk-folder.js'
import { openZip } from './zip-sources.js'

/** What a path stands for: a file, the files of a folder or of a zip, or the pipe for `-`. */
export async function findSources(
  path: string,
  terminal: Terminal,
  maxBytes: number,
): Promise<ImportSources> {
  if (path === '-') {
    if (!terminal.isPiped) {
      throw new UsageError(
        '- reads the pipe, and nothing is piped in',
        'name a file: recollect import chat.jsonl',
      )
    }
    const open = async () => terminal.input
    return one({ name: 'pipe', sessionName: 'conversation', bytes: undefined, modifiedAt: undefined, open })
  }
  if (path.includes('\0')) throw new UsageError('a path cannot hold a NUL character')
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw cannotOpen(path, error)
  })
  const status = await handle.stat()
  if (status.isDirectory()) {
    await handle.close()
    return walkFolder(path, basename(path) || path)
  }
  const begins = status.isFile() ? await firstText(handle) : ''
  // The second begins a zip without entries.
  if (begins.startsWith('PK\u0003\u0004') || begins.startsWith('PK\u0005\u0006')) {
    await handle.close()
    return openZip(path, maxBytes)
  }
  const name = basename(path)
  let stream: Readable | undefined
  const source: ImportSource = {
    name,
    sessionName: name,
    // A pipe or device has no size to measure progress by.
    bytes: status.isFile() ? status.size : undefined,
    modifiedAt: status.isFile() ? Math.round(status.mtimeMs) : undefined,
    async open() {
      const start = status.isFile() ? { start: 0 } : {}
      stream = handle.createReadStream({ highWaterMark: CHUNK_BYTES, ...start })
      return stream
    },
  }
  const close = async () => {
    if (stream === undefined) await handle.close()
    else stream.destroy()
  }
  return one(source, close)
}

function one(source: ImportSource, close: () => Promise<void> = async () => undefined): ImportSources {
  return {
    label: source.name,
    isMany: false,
    sources: [source],
    leftOut: new Map(),
    maxTotalBytes: undefined,
    close,
  }
}

async function firstText(handle: FileHandle): Promise<string> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOK_BYTES), 0, LOOK_BYTES, 0)
  return buffer.subarray(0, bytesRead).toString()
}

const LOOK_BYTES = 64
const CHUNK_BYTES = 64 * 1024
