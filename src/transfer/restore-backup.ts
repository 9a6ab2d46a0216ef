import { join, resolve } from 'node:path'
import { type Env, systemEnv } from '../clock.js'
import { homeFolder, STORE_FILE } from '../config.js'
import { MemoryError } from '../errors.js'
import { gatherErased } from '../items/gather-erased.js'
import { type Proven, proveErased } from '../items/prove-erased.js'
import { type Spine, storedIdentityKey } from '../items/spine.js'
import { kinds } from '../kinds.js'
import { copyBackup, replaceContent } from '../store/sqlite/restore-file.js'
import { openSqlite } from '../store/sqlite/sqlite-store.js'
import { removeDatabase, temporaryFile } from '../store/sqlite/temporary-file.js'
import type { ErasedContent } from '../store/store.js'
import { refuseOtherStore } from './archive/examine-archive.js'
import { bringUpToDate } from './bring-up-to-date.js'
import { refuseHalfMoved } from './move/move-mark.js'
import { holding, planRestore, type RestorePlan } from './restore-plan.js'

export interface RestoreOptions {
  /** Folder of the store; `RECOLLECT_HOME`, else `~/.recollect`, when absent. */
  readonly home?: string
  /** What `backup` wrote, or a copy of a closed store. */
  readonly file: string
  /** Hears what would happen before anything does; anything but true leaves all as it is. */
  readonly confirm?: (plan: RestorePlan) => boolean | Promise<boolean>
  /** How long to wait for other processes before `store_busy`, in milliseconds. Default 15,000. */
  readonly busyTimeoutMs?: number
  /** Clock, ids and randomness, for tests. */
  readonly env?: Env
}

export interface Restored extends RestorePlan {
  /** False where `confirm` said no. */
  readonly isRestored: boolean
  /** Items of the store afterwards. */
  readonly items: number
  /** Of what was forgotten since the backup was made, and of its questions; null where the backup held none of it. */
  readonly proof: Proven | null
}

/**
 * Makes the store be what a backup is, except for what was forgotten since: that stays forgotten. The store may be open
 * elsewhere; it changes in one transaction. Throws `conflict` for a backup of another store, `newer_schema`,
 * `not_found`, `invalid_input`, `store_corrupt`, `store_busy`.
 *
 *     backup ──copy──▶ beside the store: upgraded, what was forgotten since taken out and proven gone
 *                          │ one transaction
 *                          ▼
 *     store (locked: has more been forgotten meanwhile? then again)
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { home, file, env = systemEnv(), busyTimeoutMs = 15_000, confirm = () => true } = options
  const storeFile = join(home ?? homeFolder(process.env), STORE_FILE)
  const copy = temporaryFile(storeFile, 'restore')
  const store = await openSqlite({ file: storeFile, env, busyTimeoutMs }).catch((error: unknown) => {
    throw unreadable(error, storeFile)
  })
  try {
    await refuseHalfMoved(store, storeFile)
    await copyBackup(resolve(file), copy)
    const first = await openCopy(copy, env)
    let plan: RestorePlan
    try {
      await store.read(refuseOtherStore, 'backup', first.identityKey)
      plan = await planRestore(store, first.store)
    } finally {
      await first.store.close()
    }
    if ((await confirm(plan)) !== true) {
      return { ...plan, isRestored: false, items: plan.present.items, proof: null }
    }
    const erased = await replace()
    // What was forgotten since took its files along then.
    const proof = erased === undefined ? null : await proveErased({ store }, [], erased)
    const { items } = await holding(store)
    return { ...plan, isRestored: true, items, proof }
  } catch (error) {
    throw unreadable(error, storeFile)
  } finally {
    await store.close()
    removeDatabase(copy)
  }

  /** Until what is put in place knows of everything that was forgotten. */
  async function replace(): Promise<ErasedContent | undefined> {
    const gathered = gatherErased()
    const deadline = env.now() + busyTimeoutMs
    for (;;) {
      const prepared = await openCopy(copy, env)
      try {
        await bringUpToDate(prepared, store, gathered)
      } finally {
        await prepared.store.close()
      }
      for (;;) {
        const outcome = await replaceContent(storeFile, copy)
        if (outcome === 'done') return gathered.joined()
        if (outcome === 'outdated') break
        if (env.now() >= deadline) throw stillBusy()
        await env.sleep(1 + env.random() * BUSY_SLEEP_MS)
      }
    }
  }
}

const BUSY_SLEEP_MS = 20

async function openCopy(copy: string, env: Env): Promise<Spine> {
  const store = await openSqlite({ file: copy, env })
  const key = await store.query(storedIdentityKey())
  if (key !== undefined) return { store, env, identityKey: key.value, zone: 'UTC', kinds }
  await store.close()
  throw new MemoryError('invalid_input', 'the backup has no key', 'take another one')
}

/** Damage of the present store, not of the backup, whose name stands in its errors. */
function unreadable(error: unknown, storeFile: string): unknown {
  const isDamage = error instanceof MemoryError && error.code === 'store_corrupt'
  if (!isDamage || !error.message.includes(`(${storeFile},`)) return error
  return new MemoryError(
    'store_corrupt',
    error.message,
    `move ${storeFile} and the files beside it away, then restore again: what was forgotten since the backup is then not known`,
    { cause: error },
  )
}

function stillBusy(): MemoryError {
  return new MemoryError(
    'store_busy',
    'another process keeps writing to the store',
    'try again; nothing was changed',
  )
}
