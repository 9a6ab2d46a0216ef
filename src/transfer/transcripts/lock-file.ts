import { open, readFile, rm } from 'node:fs/promises'
import { MemoryError } from '../../errors.js'

export interface FileLock {
  release(): Promise<void>
}

/**
 * Takes `FILE.lock` beside a file, which says which process writes it; that of a process that is gone is taken over. Throws
 * `conflict` where another one has it.
 */
export async function lockFile(file: string): Promise<FileLock> {
  const lock = `${file}.lock`
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const handle = await open(lock, 'wx', 0o600)
      await handle.writeFile(String(process.pid)).finally(() => handle.close())
      return { release: () => rm(lock, { force: true }) }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      if (await isHeld(lock)) break
      await rm(lock, { force: true })
    }
  }
  throw new MemoryError(
    'conflict',
    `another process goes on with ${file}`,
    `end that one first; if there is none any more, delete ${lock}`,
  )
}

const TRIES = 3

/** One that says no process may be about to say it. */
async function isHeld(lock: string): Promise<boolean> {
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''))
  if (!Number.isInteger(pid) || pid <= 0) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // There, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
