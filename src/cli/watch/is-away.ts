import { MemoryError } from '../../errors.js'

/** Whether a folder could not be looked at because it, or a part of it, vanished at that moment. */
export function isAway(error: unknown): boolean {
  if (error instanceof MemoryError) return error.code === 'not_found'
  return error instanceof Error && 'code' in error && VANISHED.has(error.code)
}

const VANISHED: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR'])
