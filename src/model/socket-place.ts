import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the processes of one store meet. */
export interface SocketPlace {
  readonly path: string
  /** Holds `path` and belongs to this user alone; none for a pipe of Windows. */
  readonly folder: string | undefined
}

export interface PlaceOptions {
  /** Whoever listens makes what is missing; whoever asks looks only. */
  readonly isToMake: boolean
  readonly platform?: NodeJS.Platform
  /** For homes whose path is too long. */
  readonly temporary?: string
}

/**
 * The place for the store in `home`, or undefined where there is none that is safe: in a folder that others may write
 * to, anyone could listen in our stead and be sent what is asked.
 */
export function socketPlace(home: string, options: PlaceOptions): SocketPlace | undefined {
  const { isToMake, platform = process.platform, temporary = tmpdir() } = options
  try {
    // One store has one place, by whatever path it was opened.
    const real = realpathSync(home)
    if (platform === 'win32')
      return { path: `\\\\.\\pipe\\recollect-${pipeName(real, isToMake)}`, folder: undefined }
    if (isShort(real))
      return isPrivate(real, 0o022) ? { path: join(real, SOCKET_FILE), folder: real } : undefined
    const hash = createHash('sha256').update(real).digest().subarray(0, 6).toString('hex')
    const folder = join(temporary, `recollect-${process.geteuid?.()}-${hash}`)
    if (isToMake) makeFolder(folder)
    return isShort(folder) && isPrivate(folder, 0o077)
      ? { path: join(folder, SOCKET_FILE), folder }
      : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

const SOCKET_FILE = 'embedder.sock'
/** What a socket's path may be long: 104 bytes on macOS, 108 on Linux, with their last NUL. */
const MAX_PATH_BYTES = 100
/** It is bound in a folder of its own first (./embedder-socket.ts). */
const LONGEST_NAME = 'embedder-XXXXXX/s'

function isShort(folder: string): boolean {
  return Buffer.byteLength(join(folder, LONGEST_NAME)) <= MAX_PATH_BYTES
}

/** A real folder of this user, without these rights for others. */
function isPrivate(folder: string, without: number): boolean {
  const found = lstatSync(folder)
  return found.isDirectory() && found.uid === process.geteuid?.() && (found.mode & without) === 0
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Whether it is ours is looked at in any case.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** Pipes stand in one list for all users: their name is a secret that only who may read the store can know. */
function pipeName(home: string, isToMake: boolean): string {
  const file = join(home, 'embedder.pipe')
  if (isToMake) {
    try {
      writeFileSync(file, randomBytes(16).toString('hex'), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
  return readFileSync(file, 'utf8')
}
