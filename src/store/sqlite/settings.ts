import { MemoryError } from '../../errors.js'
import type { Driver } from './driver.js'

export type Durability = 'full' | 'normal'

/** "Reco": marks a file as ours. */
export const APPLICATION_ID = 0x5265636f

/**
 * Sets what a connection needs and reads it back: a setting that did not take is an error at once, not a
 * surprise after a power cut. `normal` durability may lose the last commits when the power fails.
 */
export function applySettings(driver: Driver, file: string, durability: Durability): void {
  for (const pragma of pragmasOf(durability, CACHE_KIB)) driver.pragma(pragma)
  for (const [name, expected] of expectations(durability)) {
    const actual = driver.pragma(name)
    if (actual !== expected) {
      throw new MemoryError(
        'store_failed',
        `SQLite did not take the setting ${name} for ${file}: ${String(actual)} instead of ${expected}`,
        'keep the store on a local disk: network and VM-shared folders cannot lock or map files as WAL needs',
      )
    }
  }
}

// The page cache is what a search of 100,000 items walks through.
const CACHE_KIB = 65_536

/** What a connection of the store sets before it does anything. */
export function pragmasOf(durability: Durability, cacheKib: number): readonly string[] {
  return [
    `cache_size = -${cacheKib}`,
    'temp_store = memory',
    // A reopened WAL file falls back to NORMAL in this library's build, so this is set on every connection.
    `synchronous = ${durability}`,
    'foreign_keys = on',
    // Freed bytes are overwritten with zeros: half of what forgetting takes (docs/forgetting.md).
    'secure_delete = on',
    'trusted_schema = off',
    'cell_size_check = on',
    `journal_size_limit = ${WAL_KEPT_BYTES}`,
    // Checkpoints copy pages: they belong to the maintenance process, not to a caller's commit.
    'wal_autocheckpoint = 0',
  ]
}

/** What a closed WAL file is cut to. */
const WAL_KEPT_BYTES = 4 * 1024 * 1024

function expectations(durability: Durability): readonly (readonly [string, string | number])[] {
  return [
    ['journal_mode', 'wal'],
    ['synchronous', durability === 'full' ? 2 : 1],
    ['foreign_keys', 1],
    ['secure_delete', 1],
    ['trusted_schema', 0],
    ['cell_size_check', 1],
  ]
}
