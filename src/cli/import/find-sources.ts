import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { Terminal } from '../terminal.js'
import { UsageError } from '../usage-error.js'
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
  if (status.isFile() && (await isZip(handle))) {
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
  return one(source, async () => {
    if (stream === undefined) await handle.close()
    else stream.destroy()
  })
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

async function isZip(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
  // The second begins a zip without entries.
  return bytesRead === 4 && ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(buffer.toString('latin1'))
}

const CHUNK_BYTES = 64 * 1024
