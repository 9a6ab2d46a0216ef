import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it, for their owner's eyes alone, where they are not there yet. One at a time:
 * `recursive` never returns for a path under /proc in Node 20.
 */
export function createPrivateFolder(folder: string): void {
  if (existsSync(folder)) return
  createPrivateFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it in between.
    if (!existsSync(folder)) throw error
  }
}
