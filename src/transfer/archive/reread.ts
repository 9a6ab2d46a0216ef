import { type FileHandle, open, rm } from 'node:fs/promises'
import { MemoryError } from '../../errors.js'
import { type ByteSource, bytesOf } from '../lines.js'

/** Content that can be read more than once. */
export interface Rereadable {
  readonly bytes: number
  read(): ByteSource
  close(): Promise<void>
}

/** A file, which is read where it lies. Throws `not_found` and `invalid_input`. */
export async function rereadFile(path: string): Promise<Rereadable> {
  let handle: FileHandle
  try {
    handle = await open(path, 'r')
  } catch (error) {
    throw new MemoryError('not_found', 'the file cannot be opened', 'check the path and its permissions', {
      cause: error,
    })
  }
  const status = await handle.stat()
  if (status.isFile()) return rereadHandle(handle, status.size)
  await handle.close()
  throw new MemoryError('invalid_input', 'this is not a file', 'give a file, or its content as a stream')
}

/**
 * A stream, which is kept on disk for as long as it is read: its owner alone may read it, and it has no name, so that
 * nothing of it is left when this process ends, however it ends.
 */
export async function rereadStream(source: ByteSource, name: string): Promise<Rereadable> {
  if (typeof source === 'string' || source instanceof Uint8Array) {
    return { bytes: bytesOf(source).length, read: () => source, close: async () => undefined }
  }
  const handle = await open(name, 'wx+', 0o600)
  try {
    await rm(name)
    return rereadHandle(handle, await spool(source, handle))
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Writes a stream out, in pieces of a size that a disk likes. Answers its bytes. */
async function spool(source: ByteSource, handle: FileHandle): Promise<number> {
  let bytes = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  const write = async () => {
    await handle.appendFile(Buffer.concat(waiting))
    waiting = []
    waitingBytes = 0
  }
  for await (const chunk of source as AsyncIterable<unknown>) {
    const buffer = bytesOf(chunk)
    waiting.push(buffer)
    waitingBytes += buffer.length
    bytes += buffer.length
    if (waitingBytes >= READ_BYTES) await write()
  }
  await write()
  return bytes
}

function rereadHandle(handle: FileHandle, bytes: number): Rereadable {
  return { bytes, read: () => pieces(handle), close: () => handle.close() }
}

/** Not the library's stream: that closes the file when it is read but half. */
async function* pieces(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

const READ_BYTES = 256 * 1024
