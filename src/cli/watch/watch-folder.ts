/** A file that stands in the folder; `stamp` changes when it does. */
export interface WatchedFile {
  readonly source: string
  readonly stamp: string
}

export interface Seen<F extends WatchedFile> {
  readonly files: readonly F[]
  /** Folders that changes are to be heard of. */
  readonly folders: readonly string[]
}

/** What a watch stands on, so that it runs without a disk and without waiting in tests. */
export interface WatchPort<F extends WatchedFile> {
  /** Undefined where the folder is not there. */
  look(): Promise<Seen<F> | undefined>
  /** Takes files in; answers those that must be looked at again, because they are still being written. */
  take(files: readonly F[]): Promise<ReadonlySet<string>>
  /** They are no longer there; what was taken of them stays. */
  gone(files: readonly F[]): void
  /** The folder is away, or back. */
  away(isAway: boolean): void
  /** Resolves when something happens in one of the folders, and after some time in any case; at once when stopped. */
  next(folders: readonly string[]): Promise<void>
  /** Resolves when files have had time to come to rest. */
  settle(): Promise<void>
  readonly signal: AbortSignal
}

/**
 * Takes a folder's files in whenever they have changed and come to rest: the folder is looked at as a whole, and a file that
 * looks the same twice is at rest. So it does not matter in which steps an editor saves, whether events are lost, or how long a
 * file takes to be written. Ends with the signal.
 */
export async function watchFolder<F extends WatchedFile>(port: WatchPort<F>): Promise<void> {
  let taken: ReadonlyMap<string, F> = new Map()
  let before: ReadonlyMap<string, F> | undefined
  let isAway = false
  while (!port.signal.aborted) {
    const seen = await port.look()
    if (seen === undefined) {
      if (!isAway) port.away(true)
      isAway = true
      before = undefined
      await port.next([])
      continue
    }
    if (isAway) port.away(false)
    isAway = false
    const now = new Map(seen.files.map((file) => [file.source, file]))
    const due = dueIn(taken, now)
    const atRest = {
      changed: due.changed.filter(({ source, stamp }) => before?.get(source)?.stamp === stamp),
      lost: due.lost.filter(({ source }) => before !== undefined && !before.has(source)),
    }
    before = now
    if (due.changed.length + due.lost.length === 0) await port.next(seen.folders)
    else if (atRest.changed.length + atRest.lost.length === 0) await port.settle()
    else taken = await takeIn(port, { taken, now, moving: due.changed, ...atRest })
  }
}

interface Due<F> {
  readonly changed: readonly F[]
  readonly lost: readonly F[]
}

function dueIn<F extends WatchedFile>(taken: ReadonlyMap<string, F>, now: ReadonlyMap<string, F>): Due<F> {
  return {
    changed: [...now.values()].filter(({ source, stamp }) => stamp !== taken.get(source)?.stamp),
    lost: [...taken.values()].filter(({ source }) => !now.has(source)),
  }
}

interface Round<F> extends Due<F> {
  readonly taken: ReadonlyMap<string, F>
  readonly now: ReadonlyMap<string, F>
  /** All that changed, also what is not at rest. */
  readonly moving: readonly F[]
}

/** Answers what is known as taken then. */
async function takeIn<F extends WatchedFile>(
  port: WatchPort<F>,
  { taken, now, moving, changed, lost }: Round<F>,
): Promise<ReadonlyMap<string, F>> {
  const isNew = ({ source }: F) => !taken.has(source)
  // Whether a new file is a copy or was moved shows by the others alone.
  const whole = [...now.values()].filter((file) => !moving.includes(file) || changed.includes(file))
  const again = changed.length === 0 ? NONE : await port.take(changed.some(isNew) ? whole : changed)
  const moved = new Set(changed.filter(isNew).map(({ stamp }) => stamp))
  const gone = lost.filter(({ stamp }) => !moved.has(stamp))
  if (gone.length > 0) port.gone(gone)
  if (again.size > 0) await port.settle()
  const known = new Map(taken)
  for (const { source } of lost) known.delete(source)
  for (const file of changed) if (!again.has(file.source)) known.set(file.source, file)
  return known
}

const NONE: ReadonlySet<string> = new Set()
