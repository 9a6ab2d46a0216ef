import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Env } from '../../clock.js'
import type { ConfigFile } from '../../config-file.js'
import { MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import { type BankId, reachOf } from '../../reach.js'
import { clip } from '../../text/clip.js'
import { createDatabaseRecords } from './database-records.js'
import { createFileRecords, type FileRecords } from './file-records.js'
import { createRecordFolder } from './record-folder.js'
import type { RecordStore } from './record-store.js'

/**
 * Where records are kept: in the store alone, in `records` of the home as files that a person may change, or in a folder
 * of their own.
 */
export type RecordsSetting = 'database' | 'folder' | { readonly folder: string }

/**
 * The setting of the program, else `RECOLLECT_RECORDS` (`database`, `folder`, or the path of a folder), else `records` in
 * `config.json`, else `database`.
 * Throws `invalid_input` for anything else.
 */
export function readRecordsSetting(
  given: RecordsSetting | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  file: Pick<ConfigFile, 'get'>,
): RecordsSetting {
  const said = environment['RECOLLECT_RECORDS']
  const setting: unknown = given ?? (said === '' ? undefined : said) ?? file.get('records')
  if (setting === undefined || setting === 'database') return 'database'
  if (setting === 'folder') return 'folder'
  const folder = typeof setting === 'string' ? setting : (setting as { folder?: unknown } | null)?.folder
  // A word without a slash is more likely a setting that does not exist.
  const isPath = typeof folder === 'string' && folder !== '' && !folder.includes('\0')
  if (isPath && (typeof setting !== 'string' || /[/\\]/.test(folder))) return { folder: resolve(folder) }
  throw new MemoryError(
    'invalid_input',
    'not a place for records',
    'give database, folder, or the path of a folder with a slash in it, like ./records',
  )
}

/** The store of records of an open engine: to be asked for each call, as the spine may change. */
export function recordsIn(
  setting: RecordsSetting,
  home: string,
  env: Env,
): (spine: Spine) => RecordStore | FileRecords {
  if (setting === 'database') return (spine) => createDatabaseRecords(spine)
  const root = setting === 'folder' ? join(home, 'records') : setting.folder
  return createFileRecords((bank) => createRecordFolder(recordFolderOf(root, bank), env))
}

/**
 * The folder of a bank: the root itself for the main bank of `me`, who is alone on most machines, a folder in it for each
 * other user, and one in theirs for each worker.
 */
export function recordFolderOf(root: string, bank: BankId): string {
  if (bank === MY_BANK) return root
  const [scope = '', user = '', ...rest] = bank.split('/')
  if (scope !== 'u') return join(root, '~system', ...[user, ...rest].map(folderName))
  return join(
    root,
    folderName(user),
    ...rest.filter((part) => part !== 'main' || rest.length > 1).map(folderName),
  )
}

const MY_BANK = reachOf({ user: 'me' }).writes

/** Names in a bank are escaped already; what file systems take otherwise is escaped too. No two become one. */
function folderName(part: string): string {
  const safe = part
    .replace(DOTS, '%2e')
    .replace(RESERVED, (name) => `%${name.charCodeAt(0).toString(16)}${clip(name.substring(1), 4)}`) // slice-ok: ASCII
  if (safe.length <= NAME_MAX_CHARS) return safe
  const hash = createHash('sha256').update(part).digest('hex')
  return `${clip(safe, NAME_MAX_CHARS - 33)}~${clip(hash, 32)}`
}

// At both ends, where they lead elsewhere or are lost, and before `md`, where a record's file would be looked for.
const DOTS = /^\.|\.$|\.(?=md$)/g
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?=$|\.)/
const NAME_MAX_CHARS = 200
