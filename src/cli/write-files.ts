import { constants } from 'node:fs'
import { access, lstat, mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { MemoryError } from '../errors.js'
import { MARKER_FILE } from '../user/records/record-files.js'
import { fileTrouble } from './file-trouble.js'
import { cannotWrite } from './save-lines.js'
import { printableLine } from './wording/printable.js'

/** What became of the files of one folder. */
export interface WrittenFiles {
  readonly files: number
  /** Were there with the same content. */
  readonly same: number
  /** Were there with other content, and stay so. */
  readonly left: readonly string[]
}

/**
 * Writes files, a line of JSON each (`path`, `content`), into a folder that is made where there is none. Each is whole
 * from the moment it has its name. Nothing outside of the folder is written, and no link is followed.
 */
export async function writeFiles(
  lines: AsyncIterable<string>,
  folder: string,
  overwrite: boolean,
): Promise<WrittenFiles> {
  const root = await folderAt(folder)
  if ((await contentAt(join(root, MARKER_FILE))) !== undefined) {
    throw new MemoryError(
      'conflict',
      `${printableLine(folder)} is where a memory keeps its records already`,
      'give another folder',
    )
  }
  let files = 0
  let same = 0
  const left: string[] = []
  try {
    for await (const line of lines) {
      const { path, content } = JSON.parse(line) as { path: string; content: string }
      requireName(path)
      const target = join(root, path)
      const there = await contentAt(target)
      if (there === content) same += 1
      else if (there !== undefined && !overwrite) left.push(path)
      else {
        await writeWhole(target, content)
        files += 1
      }
    }
  } catch (error) {
    throw fileTrouble(error) === undefined ? error : cannotWrite(folder, error)
  }
  return { files, same, left }
}

async function folderAt(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const root = await realpath(folder)
    await access(root, constants.W_OK)
    return root
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new MemoryError('conflict', `${printableLine(folder)} is not a folder`, 'give another name', {
        cause: error,
      })
    throw fileTrouble(error) === undefined ? error : cannotWrite(folder, error)
  }
}

/** A record's file has a name and no path; another store may be mistaken. */
function requireName(path: string): void {
  const isName = basename(path) === path && !path.startsWith('.') && !/[\\/\0]/.test(path)
  if (!isName)
    throw new MemoryError('store_failed', `a record has a file that is no name: ${printableLine(path)}`)
}

/** Undefined where there is nothing. A link or a folder is something else than what is written. */
async function contentAt(target: string): Promise<string | undefined> {
  try {
    return (await lstat(target)).isFile() ? await readFile(target, 'utf8') : ''
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function writeWhole(target: string, content: string): Promise<void> {
  const part = `${target}.part-${process.pid}`
  try {
    const handle = await open(part, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, target)
  } finally {
    await rm(part, { force: true })
  }
}
