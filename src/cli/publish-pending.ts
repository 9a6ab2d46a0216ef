import { inWaves } from './in-waves.js'
import type { OnShelf } from './on-shelf.js'
import type { LibraryDocument } from './render/library.js'

/** Publishes what of these sources waits for review. Answers the ids. */
export async function publishPending(
  on: OnShelf,
  sources: ReadonlySet<string | null>,
  { documents }: { readonly documents: readonly { readonly id: string | null }[] },
  { signal, progress }: PublishPendingOptions,
): Promise<string[]> {
  // What came without a name is known by the report alone.
  const named = new Set(documents.map(({ id }) => id))
  const isMeant = ({ id, source }: LibraryDocument) =>
    named.has(id) || (source !== null && sources.has(source))
  const meant = (await pendingOf(on)).filter(isMeant)
  for (const { done, wave } of inWaves(meant)) {
    progress?.(done, meant.length)
    signal.throwIfAborted()
    await Promise.all(
      wave.map(({ id }) => on.memory.knowledgePublish({ document: id, ...on.shelf }, { signal })),
    )
  }
  return meant.map(({ id }) => id)
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
