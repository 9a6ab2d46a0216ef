import { closeSync, fsyncSync, openSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { MemoryError } from '../../errors.js'
import type { BackupOptions, BackupReport } from '../store.js'
import type { Maintenance } from './maintenance.js'
import { createPrivately } from './private-file.js'
import { translate } from './sqlite-errors.js'
import { removeDatabase, removeLeftovers, temporaryFile } from './temporary-file.js'

/**
 * Copies the store under a temporary name, which becomes `target` once the copy was examined: whoever finds a file
 * of this name finds a whole backup. Throws `conflict` for a file that may not be replaced.
 */
export async function backUp(
  maintenance: Maintenance,
  file: string,
  target: string,
  { overwrite }: BackupOptions,
): Promise<BackupReport> {
  const copy = temporaryFile(target, 'backup')
  try {
    await refuseOccupied(maintenance, file, target, overwrite)
    removeLeftovers(target)
    createPrivately(copy)
    try {
      const report = await maintenance.backUp(copy)
      renameSync(copy, target)
      flushFolder(dirname(target))
      return report
    } finally {
      removeDatabase(copy)
    }
  } catch (error) {
    throw translate(error, target)
  }
}

async function refuseOccupied(
  maintenance: Maintenance,
  file: string,
  target: string,
  overwrite: boolean,
): Promise<void> {
  const there = statSync(target, { throwIfNoEntry: false })
  if (there === undefined) return
  const store = statSync(file)
  if (there.dev === store.dev && there.ino === store.ino)
    throw occupied(`${target} is the store itself`, 'give another name')
  if (!overwrite)
    throw occupied(
      `${target} is there already`,
      'give another name, or replace it with overwrite (--overwrite)',
    )
  // Not here: closing a file that this process has open as a store would drop its locks.
  if (!there.isFile() || !(await maintenance.isStore(target)))
    throw occupied(`${target} is not a backup, and stays as it is`, 'give another name')
}

function occupied(message: string, hint: string): MemoryError {
  return new MemoryError('conflict', message, hint)
}

/** So that the name, too, survives a power cut. Windows knows no such thing. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
