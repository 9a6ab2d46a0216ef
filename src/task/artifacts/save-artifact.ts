import type { Origin } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get } from '../../store/statement.js'
import { type KeptArtifact, keepArtifact } from './keep-artifact.js'
import { prepareArtifact } from './prepare-artifact.js'

export interface SavedArtifact extends KeptArtifact {
  readonly pointer: string
}

/**
 * Keeps an output that no event holds, whatever its size: for runtimes that put it out of the way themselves. Throws
 * `too_large`, and `invalid_input` on nothing at all.
 */
export async function saveArtifact(
  spine: Spine,
  reach: Reach,
  output: {
    readonly text: string
    readonly tool?: string | undefined
    readonly mediaType?: string | undefined
  },
): Promise<SavedArtifact> {
  const origin: Origin = 'tool'
  const artifact = await prepareArtifact(spine, reach, { ...output, origin, at: null })
  return write(spine, reach, 'artifact.keep', 'memory.write', function* save() {
    const kept = yield* keepArtifact(spine, reach, artifact)
    const stored = yield* get<{ body: string }>(sql`
      select x.body from item i join item_text x on x.bank = i.bank and x.rid = i.text_rid
      where i.bank = ${reach.writes} and i.id = ${kept.id}`)
    return {
      result: { ...kept, pointer: stored?.body ?? artifact.item.text },
      effect: { ids: [kept.id], counts: { [kept.isNew ? 'added' : 'repeated']: 1 } },
    }
  })
}
