import BetterSqlite3 from 'better-sqlite3'
import { MemoryError } from '../../errors.js'
import { createPrivately } from './private-file.js'
import { APPLICATION_ID } from './settings.js'
import { translate } from './sqlite-errors.js'

/**
 * Copies a backup into a new file, after a look at it from end to end. Throws `not_found`, and `invalid_input` or
 * `store_corrupt` for what is no backup.
 */
export async function copyBackup(backup: string, copy: string): Promise<void> {
  try {
    // Not read-only: of a copied store, that would leave files beside it. Nothing is written.
    const db = new BetterSqlite3(backup, { fileMustExist: true })
    try {
      if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) throw noBackup(backup)
      const problems = db.prepare('pragma quick_check').pluck().all()
      if (problems.length !== 1 || problems[0] !== 'ok') {
        throw new MemoryError('store_corrupt', `the backup ${backup} is damaged`, 'take an older one')
      }
      createPrivately(copy)
      await db.backup(copy, { progress: () => PAGES_PER_STEP })
    } finally {
      db.close()
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'SQLITE_CANTOPEN') {
      throw new MemoryError(
        'not_found',
        `there is no backup ${backup}`,
        'check the path and its permissions',
        {
          cause: error,
        },
      )
    }
    throw code === 'SQLITE_NOTADB' ? noBackup(backup) : translate(error, backup)
  }
}

/**
 * Makes a store be what a prepared file is, in one transaction of the store, which others may have open: they see
 * the state before or the one after, and a kill at any moment leaves one of the two. `outdated`: while the store was
 * locked, it turned out to know of something forgotten that the prepared file does not; nothing was changed.
 * `busy`: another process is writing; try again.
 */
export async function replaceContent(store: string, prepared: string): Promise<'done' | 'outdated' | 'busy'> {
  const source = new BetterSqlite3(prepared, { timeout: 0, fileMustExist: true })
  const watch = new BetterSqlite3(store, { timeout: 0, fileMustExist: true })
  let isHeld = false
  try {
    watch.prepare('attach ? as prepared').run(prepared)
    await source.backup(store, {
      progress: () => {
        // The first step has taken the lock of the store and copied nothing yet: from here on nobody writes to it.
        if (!isHeld && !isCurrent(watch)) throw new Outdated()
        isHeld = true
        return PAGES_PER_STEP
      },
    })
    // Where the lock was not free, the library says that nothing remains to be copied, and has not begun.
    if (!isHeld) return 'busy'
    flush(watch)
    return 'done'
  } catch (error) {
    if (error instanceof Outdated) return 'outdated'
    throw translate(error, store)
  } finally {
    watch.close()
    source.close()
  }
}

/** The library commits without waiting for the disk; a checkpoint waits. */
function flush(db: BetterSqlite3.Database): void {
  db.exec('detach prepared')
  db.pragma('synchronous = full')
  db.pragma('busy_timeout = 1000')
  db.pragma('wal_checkpoint(truncate)')
}

class Outdated extends Error {}

const PAGES_PER_STEP = 2_000

/** Caches of other processes go by the generation of a bank, so it must have grown. A key that was revoked opens nothing. */
function isCurrent(watch: BetterSqlite3.Database): boolean {
  const behind = watch.prepare(`
    select 1 from main.tombstone t where not exists (
      select 1 from prepared.tombstone p
      where p.bank = t.bank and p.identity = t.identity and p.forgotten_at >= t.forgotten_at)
    union all
    select 1 from main.bank b join prepared.bank p on p.bank = b.bank where p.generation <= b.generation
    union all
    select 1 from main.api_key k join prepared.api_key p on p.bank = k.bank and p.id = k.id
      where k.revoked_at is not null and p.revoked_at is null
    union all
    select 1 from main.api_key k join prepared.api_key_text p on p.bank = k.bank and p.key_id = k.id
      where not exists (select 1 from main.api_key_text t where t.bank = k.bank and t.key_id = k.id)
    limit 1`)
  return behind.get() === undefined
}

function noBackup(file: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    `${file} is not a backup of Recollect`,
    'make one: recollect backup FILE',
  )
}
