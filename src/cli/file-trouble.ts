/** Why a file cannot be opened for reading, in words; undefined for an error that is not the file system's. */
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
])
