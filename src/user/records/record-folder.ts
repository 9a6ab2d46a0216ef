import { createHash } from 'node:crypto'
import { type BigIntStats, constants, lstatSync } from 'node:fs'
import { type FileHandle, link, lstat, open, readdir, realpath, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { Env } from '../../clock.js'
import { MemoryError } from '../../errors.js'
import { createPrivateFolder } from '../../store/private-folder.js'
import { wellFormed } from '../../text/well-formed.js'
import { hasRecordEnd, isRecordFileName } from './file-name.js'
import { type FileFault, RECORD_FILE_MAX_BYTES } from './markdown-record.js'
import { type FileContent, type FileEntry, MARKER_FILE, type RecordFiles } from './record-files.js'
import { fileKeyForm } from './slug.js'
import { isLeftover, isTemporaryOf, temporaryName } from './temporary-name.js'

/** Keeps the files of records in a folder, which is made with the first of them. Links are never followed. */
export function createRecordFolder(folder: string, env: Pick<Env, 'now' | 'randomBytes'>): RecordFiles {
  const given = resolve(folder)

  /** Where the folder is by now: a link to it is the user's own, one in it is not. Null where it is not there. */
  async function root(): Promise<string | null> {
    try {
      return await realpath(given)
    } catch (error) {
      if (isAbsence(error)) return null
      throw trouble('cannot find', given, error)
    }
  }

  async function madeRoot(): Promise<string> {
    const found = await root()
    if (found !== null) return found
    try {
      createPrivateFolder(given)
      await syncFolder(dirname(given))
    } catch (error) {
      throw trouble('cannot make', given, error)
    }
    return realpath(given)
  }

  return {
    place: given,

    async list() {
      const at = await root()
      if (at === null) return { entries: [], next: null }
      const names = await namesIn(at)
      const changedAt = (name: string) => lstatSync(join(at, name), { throwIfNoEntry: false })?.mtimeMs
      await removeAll(
        at,
        names.filter((name) => isLeftover(name, () => changedAt(name), env.now())),
      )
      const entries: FileEntry[] = []
      for (const [index, file] of names.sort(byName).entries()) {
        // Asked in one go it takes a tenth of the time that it takes one by one, and others wait no longer than this.
        if (index % TOGETHER === TOGETHER - 1) await otherWork()
        if (!hasRecordEnd(file) || file.startsWith('.')) continue
        const entry = look(at, file, env.now())
        if (entry !== null) entries.push(entry)
      }
      return { entries, next: null }
    },

    async read(file) {
      const at = isSafeName(file) ? await root() : null
      return at === null ? null : readIn(at, file, env.now())
    },

    async peek(file) {
      const at = isSafeName(file) ? await root() : null
      return at === null ? null : peekIn(at, file, env.now())
    },

    async write(file, bytes, version, owner) {
      if (!isSafeName(file)) throw new RangeError('write: not the name of a file')
      const at = await madeRoot()
      const temporary = temporaryName(owner, env.randomBytes(16))
      try {
        const mode = version === null ? PRIVATE : await modeOf(join(at, file))
        await writeDurably(join(at, temporary), bytes, mode)
        const isDone = await put(at, { temporary, file, version }, env.now())
        if (!isDone) return null
        await syncFolder(at)
        return versionOf(bytes)
      } catch (error) {
        throw trouble('cannot write', join(at, file), error)
      } finally {
        await unlink(join(at, temporary)).catch(unlessAbsent)
      }
    },

    async delete(file, version) {
      const at = isSafeName(file) ? await root() : null
      if (at === null) return true
      const present = await peekIn(at, file, env.now())
      if (present === null) return true
      if (!isContent(present) || present.version !== version) return false
      try {
        await unlink(join(at, file))
        await syncFolder(at)
      } catch (error) {
        if (!isAbsence(error)) throw trouble('cannot remove', join(at, file), error)
      }
      return true
    },

    async sweep(owner) {
      const at = await root()
      if (at === null) return
      await removeAll(
        at,
        (await namesIn(at)).filter((name) => isTemporaryOf(owner, name)),
      )
    },

    // A folder has files of one content; the window that is left is no matter of a setting (`put`).
    ready: async () => undefined,
    removePast: async () => null,
  }
}

/** Where the owner of the store alone may read. */
const PRIVATE = 0o600

// Some milliseconds.
const TOGETHER = 512

/**
 * Within it two contents may have the same times: file systems count in ticks. Looked at later, a change would have
 * another one.
 */
const SETTLED_MS = 2_000

function byName(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** A name in the folder itself, which no system reads as a way to somewhere else. */
function isSafeName(file: string): boolean {
  return file === MARKER_FILE || isRecordFileName(file)
}

function look(folder: string, file: string, now: number): FileEntry | null {
  if (!isRecordFileName(file)) return { file: wellFormed(file), stamp: null, fault: 'fileName' }
  try {
    const status = lstatSync(join(folder, file), { bigint: true })
    return { file, stamp: stampOf(status, now), fault: faultOfFile(status) }
  } catch (error) {
    // Listed with a mark in the place of bytes that are no text, it is not found by that name.
    if (isAbsence(error)) return file.includes(NO_TEXT) ? { file, stamp: null, fault: 'fileName' } : null
    return { file, stamp: null, fault: 'unreadable' }
  }
}

const NO_TEXT = '\ufffd'

function faultOfFile(status: BigIntStats): FileFault | null {
  if (!status.isFile()) return 'notRegular'
  return status.size > RECORD_FILE_MAX_BYTES ? 'tooLarge' : null
}

function stampOf({ size, mtimeNs, ctimeNs, ino }: BigIntStats, now: number): string | null {
  const changedAt = Number((mtimeNs > ctimeNs ? mtimeNs : ctimeNs) / 1_000_000n)
  return now - changedAt > SETTLED_MS ? `${size}.${mtimeNs}.${ctimeNs}.${ino}` : null
}

function isContent(read: FileContent | FileFault): read is FileContent {
  return typeof read === 'object'
}

/** Not through a link, not out of a device, and not more than a record can be. */
async function readIn(folder: string, file: string, now: number): Promise<FileContent | FileFault | null> {
  const content = await peekIn(folder, file, now)
  return content !== null && isContent(content) && content.bytes.length > RECORD_FILE_MAX_BYTES
    ? 'tooLarge'
    : content
}

/** Of a file that is too large, one byte more than a record can have. */
async function peekIn(folder: string, file: string, now: number): Promise<FileContent | FileFault | null> {
  const path = join(folder, file)
  let handle: FileHandle | undefined
  try {
    // A device would do something when it is opened.
    const fault = faultOfFile(await lstat(path, { bigint: true }))
    if (fault === 'notRegular') return fault
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const before = await handle.stat({ bigint: true })
    if (!(await isInside(folder, file)) || !before.isFile()) return 'notRegular'
    const bytes = await readUpTo(handle, RECORD_FILE_MAX_BYTES + 1)
    const after = await handle.stat({ bigint: true })
    const isSame = before.mtimeNs === after.mtimeNs && before.size === after.size
    const isWhole = bytes.length <= RECORD_FILE_MAX_BYTES
    return {
      bytes,
      version: isWhole ? versionOf(bytes) : `${after.size}.${after.mtimeNs}.${after.ctimeNs}.${after.ino}`,
      stamp: isSame ? stampOf(after, now) : null,
      modifiedAt: Number(after.mtimeMs),
    }
  } catch (error) {
    if (isAbsence(error)) return null
    if (codeOf(error) === 'ELOOP') return 'notRegular'
    if (codeOf(error) === undefined) throw error
    return 'unreadable'
  } finally {
    await handle?.close()
  }
}

/** A folder on the way may have become a link. Some systems answer with another spelling of the name. */
async function isInside(folder: string, file: string): Promise<boolean> {
  const real = await realpath(join(folder, file))
  return dirname(real) === folder && fileKeyForm(basename(real)) === fileKeyForm(file)
}

async function readUpTo(handle: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(maxBytes)
  let length = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, maxBytes - length, null)
    length += bytesRead
    if (bytesRead === 0 || length === maxBytes) return Uint8Array.from(buffer.subarray(0, length))
  }
}

function versionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A person may have opened a file to others. */
async function modeOf(path: string): Promise<number> {
  const status = await lstat(path).catch(unlessAbsent)
  return status === undefined ? PRIVATE : status.mode & 0o777
}

async function writeDurably(path: string, bytes: Uint8Array, mode: number): Promise<void> {
  const handle = await open(path, 'wx', PRIVATE)
  try {
    await handle.writeFile(bytes)
    if (mode !== PRIVATE) await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

interface Putting {
  readonly temporary: string
  readonly file: string
  readonly version: string | null
}

/**
 * Gives the temporary file the name. Between the look at what is there and the new name a change by another program
 * can be lost: no system call renames on condition of a content.
 */
async function put(folder: string, { temporary, file, version }: Putting, now: number): Promise<boolean> {
  const [from, to] = [join(folder, temporary), join(folder, file)]
  if (version === null) return linkTo(from, to)
  const present = await readIn(folder, file, now)
  if (present === null || !isContent(present) || present.version !== version) return false
  await rename(from, to)
  return true
}

/** A second name for the file, only where nothing has that name. */
async function linkTo(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!NO_LINKS.has(codeOf(error) ?? '')) throw error
  }
  // A file system that gives a file one name only.
  const present = await lstat(to).catch(unlessAbsent)
  if (present !== undefined) return false
  await rename(from, to)
  return true
}

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** So that the names are as durable as what is in the files. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folder, and keeps its names by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isAbsence(error)) return []
    throw trouble('cannot list', folder, error)
  })
}

async function removeAll(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await unlink(join(folder, name)).catch((error: unknown) => {
      if (!isAbsence(error)) throw trouble('cannot remove', join(folder, name), error)
    })
  }
}

function unlessAbsent(error: unknown): undefined {
  if (!isAbsence(error)) throw error
  return undefined
}

function isAbsence(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG'
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function trouble(what: string, path: string, error: unknown): unknown {
  const code = codeOf(error)
  if (error instanceof MemoryError || code === undefined) return error
  const full = code === 'ENOSPC' || code === 'EDQUOT'
  return new MemoryError(
    full ? 'store_full' : 'store_failed',
    `${what} ${path} (${code})`,
    full ? 'make room on the disk' : `let this user read and write ${dirname(path)}, and try again`,
    { cause: error },
  )
}
