import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Every file below a folder, as sorted paths relative to it with `/`; none where the folder is missing.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export function filesUnder(folder) {
  if (!existsSync(folder)) return []
  /** @type {string[]} */
  const found = []
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) found.push(entry.name)
    if (!entry.isDirectory()) continue
    for (const inner of filesUnder(join(folder, entry.name))) found.push(`${entry.name}/${inner}`)
  }
  return found.sort()
}
