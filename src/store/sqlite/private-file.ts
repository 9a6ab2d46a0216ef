import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { createPrivateFolder } from '../private-folder.js'

/** Makes a file, and the folders above it, for their owner's eyes alone, where they are not there yet. */
export function createPrivately(file: string): void {
  createPrivateFolder(dirname(file))
  // Before SQLite opens it: closing a descriptor later would drop the locks of this process.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}
