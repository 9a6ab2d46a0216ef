import { statSync } from 'node:fs'
import type { Maintenance } from './maintenance.js'

/** Keeps the write-ahead log short without holding a caller up. */
export interface WalKeeper {
  committed(): void
  /** Present while the log is being cut: it can only be cut when no one writes, so this process waits. */
  readonly cutting: Promise<void> | undefined
  close(): void
}

/**
 * Asks for a checkpoint when the log has grown or writing pauses. A passive one takes no locks that a writer
 * could wait for; past the bound a truncating one makes writers wait, asynchronously, for a moment.
 */
export function createWalKeeper(file: string, maintenance: Maintenance): WalKeeper {
  let commits = 0
  let isChecking = false
  let cutting: Promise<void> | undefined
  let idle: NodeJS.Timeout | undefined

  function check(fromBytes: number, truncateFromBytes: number): void {
    if (isChecking) return
    const bytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (bytes < fromBytes) return
    isChecking = true
    const settled = () => {
      isChecking = false
    }
    // Where a reader pins the log, trying at once again would be in vain; `doctor` shows the log's size.
    const pinned = () => void setTimeout(settled, RETRY_MS).unref()
    shorten(bytes >= truncateFromBytes).then((isDone) => (isDone ? settled() : pinned()), pinned)
  }

  /** Copies most of the log while others write, and cuts it in the moment in which nobody does. */
  async function shorten(isToCut: boolean): Promise<boolean> {
    const isDone = await maintenance.checkpoint('passive')
    if (!isDone || !isToCut) return isDone
    const cut = maintenance.checkpoint('truncate')
    cutting = cut.then(ignore, ignore).finally(() => {
      cutting = undefined
    })
    return cut
  }

  return {
    committed: () => {
      if (++commits % COMMITS_PER_LOOK === 0) check(PASSIVE_FROM_BYTES, TRUNCATE_FROM_BYTES)
      idle ??= setTimeout(() => {
        idle = undefined
        check(IDLE_FROM_BYTES, IDLE_FROM_BYTES)
      }, IDLE_MS).unref()
    },
    get cutting() {
      return cutting
    },
    close: () => clearTimeout(idle),
  }
}

const COMMITS_PER_LOOK = 16
const PASSIVE_FROM_BYTES = 8 * 1024 * 1024
const TRUNCATE_FROM_BYTES = 64 * 1024 * 1024
const RETRY_MS = 1_000
const IDLE_MS = 2_000
const IDLE_FROM_BYTES = 1024 * 1024

function ignore(): void {
  // Whoever asked for the checkpoint hears of its failure; those who wait only need to know that it is over.
}
