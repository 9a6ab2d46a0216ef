import { lstat, open, readFile, rename, rm } from 'node:fs/promises'
import { MemoryError } from '../errors.js'
import { MEMORY_MARK } from '../user/workspace/render-memory.js'
import { fileTrouble } from './file-trouble.js'
import { cannotWrite } from './save-lines.js'
import { printableLine } from './wording/printable.js'

/**
 * Writes the view of a workspace into a file, which is whole from the moment it has its name. Answers false where it says
 * the same already. Throws `conflict` where another file than one of these stands there, unless it is forced; a link or a
 * folder is never written over.
 */
export async function writeMemoryFile(file: string, markdown: string, isForced: boolean): Promise<boolean> {
  try {
    const there = await contentAt(file)
    if (there === markdown) return false
    if (there !== undefined && !there.startsWith(MEMORY_MARK) && !isForced) throw isAnothers(file)
    const part = `${file}.part-${process.pid}`
    try {
      const handle = await open(part, 'wx', 0o644)
      try {
        await handle.writeFile(markdown)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(part, file)
    } finally {
      await rm(part, { force: true })
    }
    return true
  } catch (error) {
    throw fileTrouble(error) === undefined ? error : cannotWrite(file, error)
  }
}

async function contentAt(file: string): Promise<string | undefined> {
  try {
    if (!(await lstat(file)).isFile()) {
      throw new MemoryError('conflict', `${printableLine(file)} is no plain file`, 'give another name')
    }
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function isAnothers(file: string): MemoryError {
  return new MemoryError(
    'conflict',
    `${printableLine(file)} was not written by recollect workspace memory`,
    'give another name, or --force to write over it',
  )
}
