import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A name beside a file for a copy of it that is being made by this process. */
export function temporaryFile(file: string, purpose: 'backup' | 'restore'): string {
  return `${file}.${purpose}-${process.pid}`
}

/** Removes a database file with all that SQLite may have put beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${suffix}`, { force: true })
}

/** Removes what processes that were killed have left of such copies. What cannot be removed stays, and doctor names it. */
export function removeLeftovers(file: string): void {
  for (const leftover of leftoversOf(file)) {
    try {
      rmSync(leftover, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
    }
  }
}

/** Copies whose process is gone. */
export function leftoversOf(file: string): string[] {
  const folder = dirname(file)
  const start = `${basename(file)}.`
  return namesIn(folder)
    .filter((name) => name.startsWith(start))
    .filter((name) => {
      const [, pid] =
        /^(?:backup|restore)-(\d{1,10})(?:-wal|-shm|-journal)?$/.exec(name.substring(start.length)) ?? []
      return pid !== undefined && !isRunning(Number(pid))
    })
    .map((name) => join(folder, name))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    // No folder, nothing left in it; one that cannot be listed is told by whatever opens the file.
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
