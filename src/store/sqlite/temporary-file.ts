import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** A name beside a file for a copy of it that this process is going to make, and to remove. */
export function temporaryFile(file: string, purpose: 'backup' | 'restore'): string {
  const name = `${file}.${purpose}-${process.pid}-${++made}`
  inUse.add(name)
  return name
}

// In a container each start has the same process id, and finds what the one before has left.
const inUse = new Set<string>()
let made = 0

/** Removes a database file with all that SQLite may have put beside it. */
export function removeDatabase(file: string): void {
  inUse.delete(file)
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
    .filter((name) => name.startsWith(start) && isLeftover(join(folder, name)))
    .map((name) => join(folder, name))
}

function isLeftover(path: string): boolean {
  const [, copy, pid] = /^(.*\.(?:backup|restore)-(\d{1,10})-\d+)(?:-wal|-shm|-journal)?$/s.exec(path) ?? []
  if (copy === undefined) return false
  return Number(pid) === process.pid ? !inUse.has(copy) : !isRunning(Number(pid))
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
