import { constants } from 'node:fs'
import { lstat, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { MemoryError } from '../../errors.js'
import { printableLine } from '../wording/printable.js'

/** A settings file of another program, where it really is. */
export interface SettingsFile {
  readonly path: string
  /** Null where there is none. */
  readonly text: string | null
}

/**
 * Reads a settings file below the home folder. Links are followed as far as they stay in it: people keep their settings in
 * a repository of their own. Throws `conflict` on one that leads out, and on what is no file.
 */
export async function readSettings(path: string, home: string): Promise<SettingsFile> {
  const real = await realPlace(path)
  if (!isBelow(real, await realpath(home))) {
    throw new MemoryError(
      'conflict',
      `${printableLine(path)} leads out of your home folder`,
      'put the settings there yourself: --dry-run shows them',
    )
  }
  try {
    if (!(await stat(real)).isFile())
      throw new MemoryError('conflict', `${printableLine(path)} is not a file`, 'move it away first')
    return { path: real, text: await readFile(real, 'utf8') }
  } catch (error) {
    if (isMissing(error)) return { path: real, text: null }
    throw error
  }
}

/** Writes a file whole, with the mode it had. */
export async function writeSettings(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const mode = await stat(path).then(
    ({ mode: had }) => had & 0o777,
    () => 0o600,
  )
  const part = `${path}.part-${process.pid}`
  try {
    const handle = await open(part, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode)
    try {
      await handle.chmod(mode)
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, path)
  } finally {
    await rm(part, { force: true })
  }
}

/** Where what was there before is kept. */
export function backupOf(path: string): string {
  return `${path}.before-recollect`
}

/** What is behind links, also of a file that is not there yet. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (!isMissing(error)) throw error
    if (await isLink(path))
      throw new MemoryError('conflict', `${printableLine(path)} is a link to nothing`, 'remove it first')
    const parent = dirname(resolve(path))
    return parent === resolve(path) ? parent : join(await realPlace(parent), relative(parent, resolve(path)))
  }
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
