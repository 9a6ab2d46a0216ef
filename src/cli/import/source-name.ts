import { stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { repositoryOf } from './ignore-rules.js'

/**
 * By what the document of a file is known again, or what stands before those of a folder. In a git repository the path
 * from there on, headed by the repository's own name: two projects may both have docs/index.md, and it is the same from
 * wherever it is typed. Elsewhere the path from where one stands. `real`: a real path of something that is there.
 */
export async function sourceName(real: string, cwd: string): Promise<string> {
  const isFolder = (await stat(real)).isDirectory()
  const repository = await repositoryOf(isFolder ? real : dirname(real))
  if (repository !== undefined) return posix(join(basename(repository), relative(repository, real)))
  const inside = relative(cwd, real)
  const isInside = inside !== '' && !inside.startsWith('..') && !isAbsolute(inside)
  if (isInside) return posix(inside)
  return isFolder ? basename(real) : posix(join(basename(dirname(real)), basename(real)))
}

function posix(path: string): string {
  return path.split(sep).join('/').replace(/\/+$/, '')
}
