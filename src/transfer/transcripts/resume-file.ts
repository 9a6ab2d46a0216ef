import { type FileHandle, open, stat } from 'node:fs/promises'
import { MemoryError } from '../../errors.js'
import { rereadFile } from '../archive/reread.js'
import { type FileLock, lockFile } from './lock-file.js'
import { noWholeLine, readTranscriptFile, type TornTail } from './read-transcript.js'
import { freeName, syncFolder } from './repair-transcript.js'
import { HEADER_BEGINNING } from './transcript-line.js'

/** What a file that was being written holds already. */
interface Held {
  /** The last event that it has; 0 where it has none. */
  readonly last: number
  readonly lastId: string | null
  /** The id of its session; null for a file that is new. */
  readonly session: string | null
  readonly torn: TornTail | null
}

/** A file that was being written, and can be gone on with; nobody else goes on with it meanwhile. */
export interface ResumedFile extends Omit<Held, 'torn'> {
  /**
   * Makes it end behind its last whole event: a torn tail goes into `FILE.torn` first, byte by byte. Answers what was set
   * aside, and where.
   */
  begin(): Promise<(TornTail & { readonly file: string }) | null>
  /** Throws `conflict` where the file is not as this left it. */
  append(piece: string): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * Looks at a transcript's file to go on behind its last whole event; nothing is changed before `begin`, which makes a file
 * that is not there. Throws `invalid_input` where a whole line of it is damaged, `conflict` where somebody goes on with it.
 */
export async function resumeFile(file: string): Promise<ResumedFile> {
  const lock = await lockFile(file)
  try {
    return goingOn(file, await sizeOf(file), await examine(file), lock)
  } catch (error) {
    await lock.release()
    throw error
  }
}

function goingOn(file: string, found: number, { torn, ...held }: Held, lock: FileLock): ResumedFile {
  let handle: FileHandle | undefined
  let size = found
  return {
    ...held,
    async begin() {
      handle = await open(file, 'a', 0o600)
      await requireUntouched(handle, file, size)
      if (torn === null) return null
      const apart = await setAside(file, torn)
      // The tail stands elsewhere, for good, before it is cut off here.
      await syncFolder(apart)
      await handle.truncate(torn.at)
      await handle.sync()
      size = torn.at
      return { ...torn, file: apart }
    },
    async append(piece) {
      if (handle === undefined) throw new Error('a file was gone on with before it was begun')
      await requireUntouched(handle, file, size)
      await handle.appendFile(piece)
      size += Buffer.byteLength(piece, 'utf8')
    },
    sync: async () => handle?.sync(),
    async close() {
      await handle?.close()
      await lock.release()
    },
  }
}

async function examine(file: string): Promise<Held> {
  let held: Held = { last: 0, lastId: null, session: null, torn: null }
  const bytes = await sizeOf(file)
  if (bytes === 0) return held
  const source = await rereadFile(file)
  try {
    for await (const entry of readTranscriptFile(source.read())) {
      if (entry.kind === 'header') held = { ...held, session: entry.header.id }
      else if (entry.kind === 'torn') held = { ...held, torn: entry.torn }
      else {
        const lastId = entry.kind === 'event' ? entry.event.id : null
        held = { ...held, last: entry.event.seq, lastId }
      }
    }
  } catch (error) {
    if (!(await isTornHeader(file, bytes))) throw error
    return { ...held, torn: { line: 1, at: 0, bytes } }
  } finally {
    await source.close()
  }
  return held
}

/** Whether it was cut within its first line; a file of something else is no torn transcript. */
async function isTornHeader(file: string, bytes: number): Promise<boolean> {
  if (bytes > LONGEST_HEADER) return false
  const handle = await open(file, 'r')
  const text = await handle.readFile('utf8').finally(() => handle.close())
  return !text.includes('\n') && (text.startsWith(HEADER_BEGINNING) || HEADER_BEGINNING.startsWith(text))
}

const LONGEST_HEADER = 200_000

/** Where somebody cut, wrote or replaced it, going on would make a file of it that is none. */
async function requireUntouched(handle: FileHandle, file: string, size: number): Promise<void> {
  const own = await handle.stat()
  const named = await stat(file).catch(() => undefined)
  if (own.size === size && named?.ino === own.ino && named.dev === own.dev) return
  throw new MemoryError(
    'conflict',
    `${file} was changed by somebody else meanwhile`,
    'see who writes it; then the same once more goes on behind its last whole event',
  )
}

async function setAside(file: string, { at, bytes }: TornTail): Promise<string> {
  const name = await freeName(`${file}.torn`)
  const from = await open(file, 'r')
  try {
    const to = await open(name, 'wx', 0o600)
    try {
      const tail = Buffer.alloc(bytes)
      const { bytesRead } = await from.read(tail, 0, bytes, at)
      if (bytesRead !== bytes) throw noWholeLine()
      await to.appendFile(tail)
      await to.sync()
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
  return name
}

/** 0 where there is none. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
    throw error
  }
}
