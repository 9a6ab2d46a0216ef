import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Where the store lives when nobody says otherwise: `RECOLLECT_HOME`, else `~/.recollect`. */
export function homeFolder(env: Readonly<Record<string, string | undefined>>): string {
  const configured = env['RECOLLECT_HOME']
  return configured === undefined || configured === '' ? join(homedir(), '.recollect') : resolve(configured)
}

export const STORE_FILE = 'recollect.db'
