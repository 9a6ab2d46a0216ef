import { stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { repositoryOf } from './ignore-rules.js'

/**
 * What the document of a file is called, or what stands before those of a folder; the same from wherever it is typed. In a
 * git repository the path from there on, headed by the repository's own name: two projects may both have docs/index.md.
 * Elsewhere the folder's name, and that of the file. `real`: a real path of something that is there.
 */
export async function sourceName(real: string): Promise<string> {
  const isFolder = (await stat(real)).isDirectory()
  const repository = await repositoryOf(isFolder ? real : dirname(real))
  if (repository !== undefined) return slashed(join(basename(repository), relative(repository, real)))
  return isFolder ? basename(real) : slashed(join(basename(dirname(real)), basename(real)))
}

/** Where something lies, by which it is known again: its real path, parted by slashes on every system. */
export function slashed(path: string): string {
  return path.split(sep).join('/').replace(/\/+$/, '')
}
