import { type FSWatcher, watch } from 'node:fs'

/** Wakes who waits when something happens in folders. */
export interface FolderEvents {
  /** Until something happens in one of them, or the time is over, or it is closed. */
  next(folders: readonly string[]): Promise<void>
  /** For so long, whatever happens. */
  rest(ms: number): Promise<void>
  close(): void
}

/**
 * One watch a folder, made anew as folders come and go: watching a tree in one go is not the same on every system, loses
 * what happens in new folders on some, and would also hear of node_modules. Where a system watches no more, folders are
 * looked at every two seconds; and every half minute in any case, as some disks on a network tell nothing.
 */
export function createFolderEvents(
  timing: Timing = TIMING,
  watchOne: (folder: string, heard: () => void) => Pick<FSWatcher, 'close'> = watchFolderAlone,
): FolderEvents {
  const watched = new Map<string, Pick<FSWatcher, 'close'>>()
  let isDeaf = false
  /** Something happened while nobody waited: a look is due. */
  let isDue = false
  let isClosed = false
  let wake: (() => void) | undefined

  const heard = () => {
    isDue = true
    wake?.()
  }

  function follow(folders: readonly string[]): void {
    const wanted = new Set(folders)
    for (const [folder, watcher] of watched) {
      if (wanted.has(folder)) continue
      watcher.close()
      watched.delete(folder)
    }
    isDeaf = folders.length === 0
    for (const folder of wanted) {
      if (watched.has(folder)) continue
      try {
        watched.set(
          folder,
          watchOne(folder, () => {
            // A folder that was replaced by another of its name is watched anew.
            watched.get(folder)?.close()
            watched.delete(folder)
            heard()
          }),
        )
        // What happened in it before it was watched, nobody heard.
        isDue = true
      } catch {
        isDeaf = true
      }
    }
  }

  function wait(ms: number, isWoken: boolean): Promise<void> {
    if (isClosed) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        wake = undefined
        stop = undefined
        resolve()
      }
      const timer = setTimeout(end, ms)
      stop = end
      if (isWoken) wake = end
    })
  }
  let stop: (() => void) | undefined

  return {
    async next(folders) {
      if (isClosed) return
      follow(folders)
      if (!isDue) await wait(isDeaf ? timing.deafMs : timing.idleMs, true)
      isDue = false
    },
    rest: (ms) => wait(ms, false),
    close() {
      isClosed = true
      stop?.()
      for (const watcher of watched.values()) watcher.close()
      watched.clear()
    },
  }
}

interface Timing {
  readonly idleMs: number
  readonly deafMs: number
}

const TIMING: Timing = { idleMs: 30_000, deafMs: 2_000 }

function watchFolderAlone(folder: string, heard: () => void): FSWatcher {
  const watcher = watch(folder, { persistent: true, recursive: false }, heard)
  watcher.on('error', heard)
  return watcher
}
