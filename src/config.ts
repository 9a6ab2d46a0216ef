import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { MemoryError } from './errors.js'

/** Where the store lives when nobody says otherwise: `RECOLLECT_HOME`, else `~/.recollect`. */
export function homeFolder(env: Readonly<Record<string, string | undefined>>): string {
  const configured = env['RECOLLECT_HOME']
  return configured === undefined || configured === '' ? join(homedir(), '.recollect') : resolve(configured)
}

/** Whether searches are to be kept in the recall log. Throws `invalid_input` on what is neither `on` nor `off`. */
export function keepsRecalls(env: Readonly<Record<string, string | undefined>>): boolean {
  const configured = env['RECOLLECT_RECALL_LOG'] ?? ''
  if (configured === '' || configured === 'on') return true
  if (configured === 'off') return false
  throw new MemoryError(
    'invalid_input',
    `not a setting of RECOLLECT_RECALL_LOG: ${configured}`,
    'give on or off',
  )
}

export const STORE_FILE = 'recollect.db'
