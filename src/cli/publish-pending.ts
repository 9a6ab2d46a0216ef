import { isConflict } from '../errors.js'
import { inWaves } from './in-waves.js'
import type { OnShelf } from './on-shelf.js'
import type { LibraryDocument } from './render/library.js'

/**
 * Publishes what an import brought, and nothing that waited for review before: `before` is what did. One that somebody
 * else changed meanwhile goes on waiting.
 */
export async function publishPending(
  on: OnShelf,
  { waiting, before }: Imported,
  { signal, progress }: PublishPendingOptions,
): Promise<Published> {
  const brought = new Set(waiting)
  const waited = new Map(before.map(({ id, revision }) => [id, revision]))
  const pending = (await pendingOf(on)).filter(({ id }) => brought.has(id))
  const meant = pending.filter(({ id, revision }) => waited.get(id) !== revision)
  const published: LibraryDocument[] = []
  for (const { done, wave } of inWaves(meant)) {
    progress?.(done, meant.length)
    signal.throwIfAborted()
    const publishOne = async ({ id, revision }: LibraryDocument) => {
      try {
        const input = { document: id, revision, ...on.shelf }
        published.push(await on.memory.knowledgePublish(input, { signal }))
      } catch (error) {
        if (!isConflict(error)) throw error
      }
    }
    await Promise.all(wave.map(publishOne))
  }
  return { published, waiting: pending.length - published.length }
}

export interface Published {
  readonly published: readonly LibraryDocument[]
  /** How many of the same files were left to wait. */
  readonly waiting: number
}

interface Imported {
  /** Ids of the documents of its files that wait now. */
  readonly waiting: readonly string[]
  readonly before: readonly LibraryDocument[]
}

interface PublishPendingOptions {
  readonly signal: AbortSignal
  readonly progress?: (done: number, total: number) => void
}

/** All that waits for review on a shelf. */
export async function pendingOf({ memory, shelf }: OnShelf): Promise<LibraryDocument[]> {
  const found: LibraryDocument[] = []
  for (let after: string | undefined; ; ) {
    const page = await memory.knowledgeList({
      shelf: 'personal',
      ...shelf,
      status: 'pending',
      limit: 200,
      ...(after === undefined ? {} : { after }),
    })
    found.push(...page.documents)
    if (page.next === null) return found
    after = page.next
  }
}
