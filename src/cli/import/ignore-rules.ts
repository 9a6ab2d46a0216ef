import { constants } from 'node:fs'
import { access, open } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Ignore } from 'ignore'
import { cannotOpen } from './walk-folder.js'

/** What `.gitignore`, `.ignore`, `.recollectignore` and `.git/info/exclude` say of the paths in a folder. */
export interface IgnoreRules {
  /** Reads the rules that lie in a folder, before what is in it is judged; '' is the folder itself. */
  enter(folder: string): Promise<void>
  /** Of a path beneath a folder that was entered. */
  isIgnored(path: string, isFolder: boolean): boolean
}

/**
 * The rules of a folder, as git reads them: also those of the repository around it, the deeper file before the higher, and
 * in one folder the later of the files. Who names a folder that is ignored means it: the rules that would leave it out as a
 * whole do not count beneath it.
 */
export async function ignoreRulesOf(root: string): Promise<IgnoreRules> {
  const { default: ignore } = await import('ignore')
  const top = (await repositoryOf(root)) ?? root
  // Paths are judged from the repository on, parted by slashes on every system.
  const here = relative(top, root).split(sep).join('/')
  const within = (path: string) => [here, path].filter((part) => part !== '').join('/')
  const compile = (lines: readonly string[]) => ignore({ ignorecase: KNOWS_NO_CASE }).add(lines)

  async function layerIn(folder: string): Promise<Layer[]> {
    const lines = await linesIn(join(top, folder))
    return lines.length === 0 ? [] : [{ folder, lines, rules: compile(lines) }]
  }

  /** Without the rules that ignore a folder which is entered all the same. */
  function without({ folder, lines, rules }: Layer, entered: string): Layer {
    const path = `${beneath(folder, entered)}/`
    if (path === '/' || !rules.test(path).ignored) return { folder, lines, rules }
    const left = lines.filter((line) => !compile([line]).test(path).ignored)
    return { folder, lines: left, rules: compile(left) }
  }

  const chains = new Map<string, readonly Layer[]>()
  async function chainOf(folder: string, above: readonly Layer[]): Promise<readonly Layer[]> {
    return [...(await layerIn(folder)), ...above.map((layer) => without(layer, folder))]
  }

  let above: readonly Layer[] = []
  for (const folder of foldersAbove(here)) above = await chainOf(folder, above)
  return {
    async enter(folder) {
      const parent = folder === '' ? above : (chains.get(parentOf(folder)) ?? [])
      chains.set(folder, await chainOf(within(folder), parent))
    },
    isIgnored(path, isFolder) {
      const judged = within(path)
      for (const { folder, rules } of chains.get(parentOf(path)) ?? []) {
        const { ignored, unignored } = rules.test(`${beneath(folder, judged)}${isFolder ? '/' : ''}`)
        if (ignored || unignored) return ignored
      }
      return false
    },
  }
}

interface Layer {
  /** From the repository on; '' for its own. */
  readonly folder: string
  readonly lines: readonly string[]
  readonly rules: Ignore
}

/** The later has the last word. */
const FILES = ['.git/info/exclude', '.gitignore', '.ignore', '.recollectignore']

/** Rules are matched as the usual file system of the machine matches names. */
const KNOWS_NO_CASE = process.platform === 'darwin' || process.platform === 'win32'

/** The git repository that a folder is in, or is; undefined where it is in none. */
export async function repositoryOf(inside: string): Promise<string | undefined> {
  for (let folder = inside; ; folder = dirname(folder)) {
    const isThere = await access(join(folder, '.git')).then(
      () => true,
      () => false,
    )
    if (isThere) return folder
    if (dirname(folder) === folder) return undefined
  }
}

async function linesIn(folder: string): Promise<string[]> {
  const texts: string[] = []
  for (const name of FILES) texts.push(await textOf(join(folder, name)))
  return texts.flatMap((text) => text.replace(/^\ufeff/, '').split(/\r?\n/)).filter((line) => line !== '')
}

/** Empty where there is none; a link or a folder of this name is none, as for git. Throws where it cannot be read. */
async function textOf(path: string): Promise<string> {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      if (!(await handle.stat()).isFile()) return ''
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0)
      return buffer.subarray(0, bytesRead).toString()
    } finally {
      await handle.close()
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'EISDIR' || code === 'ENOTDIR') return ''
    throw cannotOpen(path, error)
  }
}

const MAX_BYTES = 256 * 1024

/** The folders above `a/b`: '' and `a`. */
function foldersAbove(path: string): string[] {
  const parts = path === '' ? [] : path.split('/')
  return parts.map((_, index) => parts.filter((__, at) => at < index).join('/'))
}

function parentOf(path: string): string {
  const end = path.lastIndexOf('/')
  return end === -1 ? '' : path.substring(0, end) // slice-ok: at a slash
}

function beneath(folder: string, path: string): string {
  return folder === '' ? path : path.substring(folder.length + 1) // slice-ok: at a slash
}
