import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** A repository of git, as its files tell: no program of git runs, and none of what a repository says is executed. */
export interface Repository {
  /** Of the main working tree, where there are several; of a submodule, its own. */
  readonly root: string
  /** What stands in its `config`; empty where it has none. */
  readonly config: string
}

/** The repository that a folder lies in; undefined where it lies in none. */
export async function findRepository(folder: string): Promise<Repository | undefined> {
  for (let at = await realpath(folder); ; at = dirname(at)) {
    const marker = join(at, '.git')
    const kind = await kindOf(marker)
    if (kind === 'folder') return { root: at, config: await readConfig(marker) }
    // What cannot be read is a repository all the same: the one above it is another one.
    if (kind !== 'absent')
      return (kind === 'file' && (await elsewhere(at, marker))) || { root: at, config: '' }
    if (dirname(at) === at) return undefined
  }
}

/** `.git` is a file in a submodule, which has a configuration to itself, and in a worktree, which shares that of others. */
async function elsewhere(root: string, marker: string): Promise<Repository | undefined> {
  const told = /^gitdir:[ \t]*(.+)$/m.exec(await readSmall(marker))?.[1]
  if (told === undefined) return undefined
  const own = resolve(root, told.trim())
  const shared = (await readSmall(join(own, 'commondir'))).trim()
  if (shared === '') return { root, config: await readConfig(own) }
  const common = await real(resolve(own, shared))
  return {
    root: basename(common) === '.git' ? dirname(common) : common,
    config: await readConfig(common),
  }
}

function readConfig(folder: string): Promise<string> {
  return readSmall(join(folder, 'config'))
}

/** Through links, which tools that share repositories make. */
async function kindOf(path: string): Promise<'file' | 'folder' | 'unknown' | 'absent'> {
  try {
    await lstat(path)
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && ABSENT.has(String(error.code))
    return isAbsent ? 'absent' : absent(error, 'unknown')
  }
  try {
    const found = await stat(path)
    if (found.isDirectory()) return 'folder'
    return found.isFile() ? 'file' : 'unknown'
  } catch (error) {
    return absent(error, 'unknown')
  }
}

const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

async function real(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    return absent(error, path)
  }
}

/** Empty for what is not there, is no plain file, or is larger than such a file ever is. Waits for no pipe. */
async function readSmall(path: string): Promise<string> {
  let file: FileHandle | undefined
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = await file.stat()
    return stat.isFile() && stat.size <= LARGEST_BYTES ? await file.readFile('utf8') : ''
  } catch (error) {
    return absent(error, '')
  } finally {
    await file?.close()
  }
}

const LARGEST_BYTES = 1_000_000

/** What cannot be looked at is as good as not there. */
function absent<T>(error: unknown, answer: T): T {
  if (error instanceof Error && 'code' in error) return answer
  throw error
}
