import { existsSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Env } from '../../clock.js'
import { STORE_FILE } from '../../config.js'
import { MemoryError } from '../../errors.js'
import { migrations } from '../../store/migrations/all.js'
import { holdFileStill } from '../../store/sqlite/hold-file-still.js'
import { schemaOfFile } from '../../store/sqlite/schema-of-file.js'
import { openSqlite } from '../../store/sqlite/sqlite-store.js'
import type { Store } from '../../store/store.js'
import { isPostgresUrl } from '../../store-place.js'

/** One of the two stores of a move. */
export interface End {
  /** As people may read it: without a password. */
  readonly name: string
  readonly store: Store
  /** Keeps all others from writing to these tables until it is let go. */
  holdStill(tables: readonly string[]): Promise<() => Promise<void>>
}

/** Opens what is moved. It must be there, a store, and at this build's schema: nothing in it is changed. */
export async function openSource(place: string, env: Env, busyTimeoutMs: number): Promise<End> {
  if (!isPostgresUrl(place)) {
    const file = fileOf(place)
    if (!existsSync(file)) throw new MemoryError('not_found', `there is no store ${file}`, 'check the path')
    refuseOtherSchema(schemaOfFile(file), file)
    return openFile(file, env, busyTimeoutMs)
  }
  const { schemaOfDatabase } = await import('../../store/postgres/upkeep/schema-of-database.js')
  const { readAddress } = await import('../../store/postgres/connection/address.js')
  refuseOtherSchema(await schemaOfDatabase(place), readAddress(place).location)
  return openDatabase(place, env, busyTimeoutMs)
}

/** Opens what is filled, and makes it where there is nothing. */
export async function openTarget(place: string, env: Env, busyTimeoutMs: number): Promise<End> {
  return isPostgresUrl(place)
    ? openDatabase(place, env, busyTimeoutMs)
    : openFile(fileOf(place), env, busyTimeoutMs)
}

/** What tells two places apart, whatever they are called; undefined where nothing is yet. */
export async function identityOf(place: string): Promise<string | undefined> {
  if (!isPostgresUrl(place)) {
    const file = fileOf(place)
    return existsSync(file) ? realpathSync(file) : undefined
  }
  const { readAddress } = await import('../../store/postgres/connection/address.js')
  const { hosts, database } = readAddress(place)
  return JSON.stringify([hosts, database])
}

/** A folder means the store in it. */
function fileOf(place: string): string {
  const path = resolve(place)
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder ? join(path, STORE_FILE) : path
}

async function openFile(file: string, env: Env, busyTimeoutMs: number): Promise<End> {
  // What was copied last may be copied again: the mark stands in the same transaction.
  const store = await openSqlite({ file, env, busyTimeoutMs, durability: 'normal' })
  return { name: file, store: store.whole, holdStill: () => holdFileStill(file, env, busyTimeoutMs) }
}

async function openDatabase(url: string, env: Env, busyTimeoutMs: number): Promise<End> {
  const { openPostgres } = await import('../../store/postgres/postgres-store.js')
  const { holdDatabaseStill } = await import('../../store/postgres/upkeep/hold-database-still.js')
  const { readAddress } = await import('../../store/postgres/connection/address.js')
  const store = await openPostgres({ url, env, busyTimeoutMs })
  return {
    name: readAddress(url).location,
    store: store.whole,
    holdStill: (tables) => holdDatabaseStill(url, tables, busyTimeoutMs),
  }
}

function refuseOtherSchema(found: number | undefined, name: string): void {
  const known = migrations.at(-1)?.id ?? 0
  if (found === known) return
  if (found === undefined)
    throw new MemoryError('invalid_input', `${name} is no store of Recollect`, 'check --from')
  if (found > known)
    throw new MemoryError(
      'newer_schema',
      `${name} was written by a newer Recollect (schema ${found}, this build knows ${known})`,
      'update Recollect; nothing was changed',
    )
  throw new MemoryError(
    'conflict',
    `${name} is of an older version (schema ${found}, this build has ${known}), and a move changes nothing in it`,
    'open it once, which brings it up to date: recollect doctor with --home or --store',
  )
}
