import { appendFileSync, existsSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Adds a line to `hook.log` of the home folder: beside the store, so that it is found, and never longer than a few pages.
 * Where there is no such folder nothing is written, and none is made for it. Never throws.
 */
export function logHook(home: string, line: string): void {
  try {
    if (!existsSync(home)) return
    const file = join(home, 'hook.log')
    if (existsSync(file) && statSync(file).size > LOG_MAX_BYTES) truncateSync(file)
    appendFileSync(file, `${new Date().toISOString()} ${line.replace(/\s+/g, ' ')}\n`, { mode: 0o600 })
  } catch {
    // It has been said on standard error; there is nowhere else to say it.
  }
}

const LOG_MAX_BYTES = 65_536
