import { type FileHandle, open } from 'node:fs/promises'
import { MemoryError } from '../../errors.js'
import { rereadFile } from '../archive/reread.js'
import { readTranscriptFile, type TornTail } from './read-transcript.js'
import { freeName } from './repair-transcript.js'

/** A file that was being written, ready to be gone on with. */
export interface ResumedFile {
  /** At its end. */
  readonly handle: FileHandle
  /** The last event that it has; 0 where it has none. */
  readonly last: number
  readonly lastId: string | null
  /** The id of its session; null for a file that is new. */
  readonly session: string | null
  /** What was set aside, and where. */
  readonly torn: (TornTail & { readonly file: string }) | null
}

/**
 * Opens a transcript's file to go on behind its last whole event: a torn tail goes into `FILE.torn` first, byte by byte.
 * A file that is not there is made. Throws `invalid_input` where a whole line of it is damaged.
 */
export async function resumeFile(file: string): Promise<ResumedFile> {
  const size = await sizeOf(file)
  if (size === 0)
    return { handle: await open(file, 'a', 0o600), last: 0, lastId: null, session: null, torn: null }
  const known = await examine(file)
  const handle = await open(file, 'r+')
  try {
    const torn =
      known.torn === null ? null : { ...known.torn, file: await setAside(handle, file, known.torn) }
    if (torn !== null) {
      await handle.truncate(torn.at)
      await handle.sync()
    }
    return { ...known, torn, handle: await open(file, 'a') }
  } finally {
    await handle.close()
  }
}

async function examine(
  file: string,
): Promise<Omit<ResumedFile, 'handle' | 'torn'> & { torn: TornTail | null }> {
  const source = await rereadFile(file)
  let last = 0
  let lastId: string | null = null
  let session: string | null = null
  let torn: TornTail | null = null
  try {
    for await (const entry of readTranscriptFile(source.read())) {
      if (entry.kind === 'header') session = entry.header.id
      else if (entry.kind === 'torn') torn = entry.torn
      else {
        last = entry.event.seq
        lastId = entry.kind === 'event' ? entry.event.id : null
      }
    }
  } finally {
    await source.close()
  }
  return { last, lastId, session, torn }
}

async function setAside(from: FileHandle, file: string, { at, bytes }: TornTail): Promise<string> {
  const name = await freeName(`${file}.torn`)
  const to = await open(name, 'wx', 0o600)
  try {
    const tail = Buffer.alloc(bytes)
    const { bytesRead } = await from.read(tail, 0, bytes, at)
    if (bytesRead !== bytes)
      throw new MemoryError('store_failed', `${file} was changed meanwhile`, 'try again')
    await to.appendFile(tail)
    await to.sync()
  } finally {
    await to.close()
  }
  return name
}

/** 0 where there is none. */
async function sizeOf(file: string): Promise<number> {
  try {
    const handle = await open(file, 'r')
    const { size } = await handle.stat().finally(() => handle.close())
    return size
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
    throw error
  }
}
