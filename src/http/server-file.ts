import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Env } from '../clock.js'
import { MemoryError } from '../errors.js'
import { createPrivateFolder } from '../store/private-folder.js'
import { hex } from '../text/hex.js'

/** Where a server of this memory listens, and the token of its owner. */
export interface ServerFile {
  readonly url: string
  readonly token: string
  readonly pid: number
  /** Which memory it serves, as people may read it. */
  readonly store?: string | undefined
}

/** Another one at each start: it opens everything. */
export function newOwnerToken(env: Pick<Env, 'randomBytes'>): string {
  return Buffer.from(env.randomBytes(TOKEN_BYTES)).toString('base64url')
}

const TOKEN_BYTES = 32

/** Says where the server is, for the owner's eyes alone. Whole under its name or not at all, and never through a link. */
export function writeServerFile(
  home: string,
  server: Omit<ServerFile, 'pid'>,
  env: Pick<Env, 'randomBytes'>,
): void {
  createPrivateFolder(home)
  const file = fileIn(home)
  const fresh = `${file}.${hex(env.randomBytes(8))}`
  try {
    // A name that nobody knows, and that must not be there: nothing can lie in wait under it.
    const descriptor = openSync(fresh, 'wx', 0o600)
    try {
      fchmodSync(descriptor, 0o600)
      writeFileSync(descriptor, JSON.stringify({ ...server, pid: process.pid }, null, 2))
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    if (!isFileTrouble(error)) throw error
    throw new MemoryError(
      'store_failed',
      `${file} cannot be written: ${error.code}`,
      'check who owns the folder, and whether there is room',
      { cause: error },
    )
  }
}

/** Removes what a server has written of itself; what another has written since stays. */
export function removeServerFile(home: string, token: string): void {
  if (readServerFile(home)?.token === token) rmSync(fileIn(home), { force: true })
}

/**
 * The server of this memory that answers. What a process left that is dead is removed. Undefined also where the file is not
 * the owner's alone: whoever else can write it could have the token sent to them.
 */
export async function runningServer(home: string): Promise<ServerFile | undefined> {
  const found = readServerFile(home)
  if (found === undefined) return undefined
  if (!isAlive(found.pid)) {
    removeServerFile(home, found.token)
    return undefined
  }
  return (await answers(found.url)) ? found : undefined
}

function readServerFile(home: string): ServerFile | undefined {
  try {
    const descriptor = openSync(fileIn(home), constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      const { uid, mode, size } = fstatSync(descriptor)
      const isOurs = process.geteuid === undefined || (uid === process.geteuid() && (mode & 0o077) === 0)
      if (!isOurs || size > MAX_BYTES) return undefined
      return shape.safeParse(JSON.parse(readFileSync(descriptor, 'utf8'))).data
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    if (isFileTrouble(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}

const MAX_BYTES = 4_096

const shape = z.object({
  url: z.url({ protocol: /^http$/ }),
  token: z.string().min(32),
  pid: z.int().min(1),
  store: z.string().optional(),
})

function fileIn(home: string): string {
  return join(home, 'server.json')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process, which is alive.
    return isFileTrouble(error) && error.code === 'EPERM'
  }
}

/** Another program may have the number of the process by now, and another the port. */
async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/health', url), {
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await answer.body?.cancel()
    // A server that has too much to do answers with a problem, and is one all the same.
    return true
  } catch {
    // Nobody answers, whatever the reason: that is all that was asked.
    return false
  }
}

const ANSWER_MS = 2_000

function isFileTrouble(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
