import { afterCommit, type Tx } from '../store/statement.js'
import type { ItemId } from './item.js'
import type { Spine } from './spine.js'

/**
 * Tells the embedder of texts that are added, once they are committed; where many processes share the store, their job is
 * committed with them, so that another does it where this one dies.
 */
export function* toEmbed({ embedding, store }: Spine, bank: string, ids: readonly ItemId[]): Tx<void> {
  if (embedding === undefined || ids.length === 0) return
  if (store.jobs !== undefined) yield* store.jobs.want({ bank, kind: 'embed', subject: '', actor: '' })
  afterCommit(() => embedding.added(bank, ids))
}
