/** Why a file cannot be read or written, in words; undefined for an error that is not the file system's. */
export function fileTrouble(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined
  const code = String(error.code)
  return REASONS.get(code) ?? code
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'no permission'],
  ['EPERM', 'no permission'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['EISDIR', 'it is a folder'],
  ['ELOOP', 'its links go in a circle'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EROFS', 'the disk can only be read'],
])
