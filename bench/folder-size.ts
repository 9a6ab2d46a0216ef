import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes of all files below a folder, but for folders of the name `without`; links are not followed. */
export function bytesUnder(folder: string, without?: string): number {
  if (!existsSync(folder)) return 0
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isFile()) bytes += statSync(path).size
    else if (entry.isDirectory() && entry.name !== without) bytes += bytesUnder(path, without)
  }
  return bytes
}
