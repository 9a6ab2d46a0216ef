import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a file, and the folders above it, for their owner's eyes alone, where they are not there yet. */
export function createPrivately(file: string): void {
  createFolder(dirname(file))
  // Before SQLite opens it: closing a descriptor later would drop the locks of this process.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

/** One folder at a time: `recursive` never returns for a path under /proc in Node 20. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it in between.
    if (!existsSync(folder)) throw error
  }
}
