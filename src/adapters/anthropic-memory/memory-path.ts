/** The folder that all files of the memory tool are in. */
export const ROOT = '/memories'

/**
 * A path of the memory tool in the one form that its file has, without a slash at the end; undefined for what is nowhere
 * under `/memories`: other folders, `..`, empty parts, backslashes, control characters, percent signs that stand for a
 * character, and letters that become dots or slashes where a name is compared.
 */
export function memoryPath(given: string): string | undefined {
  const path = given.endsWith('/') ? given.substring(0, given.length - 1) : given // slice-ok: an ASCII slash
  if (path === ROOT) return path
  if (!path.startsWith(`${ROOT}/`) || FORBIDDEN.test(path)) return undefined
  const isPlain = [path, path.normalize('NFKC')].every((form) => {
    const parts = form.split('/')
    return parts.length === path.split('/').length && parts.slice(1).every(isPart) && !form.includes('\\') // slice-ok: a list
  })
  return isPlain ? path : undefined
}

/** Whether a path is in a folder, at whatever depth. */
export function isIn(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`)
}

/** The folders that a path is in, below `/memories`. */
export function foldersOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(3).map((_, index) => parts.slice(0, index + 3).join('/')) // slice-ok: a list
}

function isPart(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..' && part.trim() === part
}

const FORBIDDEN = /\\|%[0-9a-f]{2}|\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/iu
