import { afterCommit, type Tx } from '../store/statement.js'
import type { ItemId } from './item.js'
import type { Spine } from './spine.js'

/** Tells the embedder of texts that are added or changed, once they are committed. */
export function* toEmbed(spine: Spine, bank: string, ids: readonly ItemId[]): Tx<void> {
  if (ids.length === 0) return
  yield* wantEmbedding(spine, bank)
  tellEmbedder(spine, bank, ids)
}

/**
 * Where many processes share the store, the job is committed with the texts, so that another does it where this one dies.
 * To be wanted before much is written: whoever takes the job in the meantime would spoil all of it.
 */
export function* wantEmbedding({ embedding, store }: Spine, bank: string): Tx<void> {
  if (embedding === undefined || store.jobs === undefined) return
  yield* store.jobs.want({ bank, kind: 'embed', subject: '', actor: '' })
}

/** As {@link toEmbed}, where the job is wanted already. */
export function tellEmbedder({ embedding }: Spine, bank: string, ids: readonly ItemId[]): void {
  if (embedding !== undefined && ids.length > 0) afterCommit(() => embedding.added(bank, ids))
}
