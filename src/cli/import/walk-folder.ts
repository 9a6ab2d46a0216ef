import { constants, Stats } from 'node:fs'
import { lstat, open, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { MemoryError } from '../../errors.js'
import { fileTrouble } from '../file-trouble.js'
import { printableLine } from '../wording/printable.js'
import type { ImportSource, ImportSources } from './import-source.js'

/** Which files of a folder are meant. */
export interface Chooser {
  /** Called for each folder before what is in it; '' is the folder that was named. */
  enter(folder: string): Promise<void>
  /** Why something is left out, as a report says it; undefined for what is taken. */
  leaves(path: string, isFolder: boolean): string | undefined
}

/** The files of a folder, and what is in it besides: files and folders that were not looked at. */
export interface WalkedFolder extends ImportSources {
  readonly unseen: readonly string[]
}

/**
 * The files of a folder and of those in it, always in the same order. Links are not followed, so nothing outside
 * of it is read and nothing goes in a circle; what is hidden stays so. `choose` says which files are meant.
 */
export async function walkFolder(
  path: string,
  label: string,
  choose?: (root: string) => Promise<Chooser>,
): Promise<WalkedFolder> {
  const root = await realpath(path).catch((error: unknown) => {
    throw cannotOpen(label, error)
  })
  const chooser = await choose?.(root)
  const sources: ImportSource[] = []
  const leftOut = new Map<string, number>()
  const unseen: string[] = []
  const leave = (name: string, reason: string) => {
    unseen.push(name)
    leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1)
  }
  const isLeft = (name: string, isFolder: boolean): boolean => {
    const reason = chooser?.leaves(name, isFolder)
    if (reason !== undefined) leave(name, reason)
    return reason !== undefined
  }

  async function visit(folder: string, depth: number): Promise<void> {
    if (depth > DEPTH_MAX) throw tooMuch(label, `folders deeper than ${DEPTH_MAX}`)
    const entries = await entriesOf(join(root, folder)).catch((error: unknown) => {
      if (folder === '') throw error
      unseen.push(folder)
      sources.push(unreadable(folder, error))
      return undefined
    })
    if (entries === undefined) return
    await chooser?.enter(folder)
    for (const entry of entries) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.name.startsWith('.')) leave(name, 'hidden file or folder')
      else if (entry.isSymbolicLink()) leave(name, 'link, which is not followed')
      else if (!entry.isFile() && !entry.isDirectory()) leave(name, 'neither file nor folder')
      else if (isLeft(name, entry.isDirectory())) continue
      else if (entry.isDirectory()) await visit(name, depth + 1)
      else if (sources.length === FILES_MAX) throw tooMuch(label, `more than ${FILES_MAX} files`)
      else sources.push(await sourceOf(root, name, entry.name))
    }
  }

  await visit('', 1)
  return {
    label,
    isMany: true,
    sources,
    leftOut,
    unseen,
    maxTotalBytes: undefined,
    close: async () => undefined,
  }
}

async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    throw cannotOpen(folder, error)
  }
}

/** A file of a folder, whose real path that is. */
export async function sourceOf(root: string, name: string, sessionName: string): Promise<ImportSource> {
  const path = join(root, name)
  const status = await lstat(path).catch((error: unknown) => error)
  if (!(status instanceof Stats)) return unreadable(name, cannotOpen(path, status))
  return {
    name,
    sessionName,
    bytes: status.size,
    modifiedAt: Math.round(status.mtimeMs),
    async open() {
      const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
        (error: unknown) => {
          throw cannotOpen(path, error)
        },
      )
      // A folder on the way may have become a link since it was walked.
      const isInside = (await realpath(path)) === path && (await handle.stat()).isFile()
      if (isInside) return handle.createReadStream({ highWaterMark: CHUNK_BYTES })
      await handle.close()
      throw new MemoryError(
        'not_found',
        `cannot open ${printableLine(name)}: it is no longer the file it was`,
        'import the folder again',
      )
    },
  }
}

/** What cannot be looked at is told as a file that cannot be read, and does not stop the rest. */
function unreadable(name: string, error: unknown): ImportSource {
  return {
    name,
    sessionName: name,
    bytes: undefined,
    modifiedAt: undefined,
    open: () => Promise.reject(error),
  }
}

export function cannotOpen(path: string, error: unknown): unknown {
  const trouble = fileTrouble(error)
  if (trouble === undefined) return error
  return new MemoryError(
    'not_found',
    `cannot open ${printableLine(path)}: ${trouble}`,
    'name a file or a folder that is there',
    { cause: error },
  )
}

function tooMuch(label: string, what: string): MemoryError {
  return new MemoryError(
    'too_large',
    `${printableLine(label)} has ${what}`,
    'import the folders in it one by one',
  )
}

const CHUNK_BYTES = 64 * 1024
const FILES_MAX = 100_000
const DEPTH_MAX = 64
