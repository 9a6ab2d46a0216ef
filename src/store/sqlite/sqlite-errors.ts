import { MemoryError } from '../../errors.js'

/** Another connection holds a lock: the same call can succeed a moment later. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code !== undefined && /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)
}

/** Turns what SQLite and the file system throw into an error of ours; anything else passes unchanged. */
export function translate(error: unknown, file: string): unknown {
  const code = sqliteCode(error) ?? fileSystemCode(error)
  if (code === undefined) return error
  const row = table.find(([prefix]) => code.startsWith(prefix)) ?? fallback
  const [, kind, message, hint] = row
  return new MemoryError(kind, `${message} (${file}, ${code})`, hint, { cause: error })
}

type Row = readonly [prefix: string, kind: MemoryError['code'], message: string, hint: string]

const table: readonly Row[] = [
  [
    'SQLITE_BUSY',
    'store_busy',
    'another process holds the store',
    'try again; close programs that use the store',
  ],
  ['SQLITE_LOCKED', 'store_busy', 'another connection holds a table', 'try again'],
  ['SQLITE_PROTOCOL', 'store_busy', 'the store is being opened by too many at once', 'try again'],
  ['SQLITE_FULL', 'store_full', 'the disk is full', 'free some space; nothing of this call was written'],
  [
    'SQLITE_CORRUPT',
    'store_corrupt',
    'the store is damaged',
    'restore a backup; keep this file, as `sqlite3 FILE .recover` may still read parts of it',
  ],
  ['SQLITE_NOTADB', 'store_corrupt', 'the file is not a store', 'check the path, or restore a backup'],
  [
    'SQLITE_READONLY',
    'store_failed',
    'the store cannot be written',
    'check the permissions of the file and its folder',
  ],
  [
    'SQLITE_CANTOPEN',
    'store_failed',
    'the store cannot be opened',
    'check that the folder exists and can be written',
  ],
  [
    'SQLITE_IOERR',
    'store_failed',
    'reading or writing the disk failed',
    'check the disk; nothing of this call was written',
  ],
  ['SQLITE_CONSTRAINT', 'conflict', 'the store refused a row that breaks a rule', 'read again and retry'],
  ['SQLITE_TOOBIG', 'too_large', 'the text is larger than the store can hold', 'split it'],
  ['ENOSPC', 'store_full', 'the disk is full', 'free some space; nothing of this call was written'],
  [
    'E',
    'store_failed',
    'the store cannot be opened',
    'check that the folder exists, is a folder, and can be written',
  ],
]

const fallback: Row = ['', 'store_failed', 'the store failed', 'run: recollect doctor']

function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const { code } = error
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined
}

function fileSystemCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
}
