import { addItems, knownOutcome } from '../../items/add.js'
import type { ItemId } from '../../items/item.js'
import { addLineage } from '../../items/lineage.js'
import { settleTrust } from '../../items/settle-trust.js'
import type { Spine } from '../../items/spine.js'
import { liftTombstone } from '../../items/tombstone.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { run, type Tx } from '../../store/statement.js'
import type { PreparedArtifact } from './prepare-artifact.js'

export interface KeptArtifact {
  readonly id: ItemId
  readonly isNew: boolean
}

/**
 * Keeps an artifact where the bank has no such content; what is there is never written again. Whoever puts it out anew
 * puts it out: that the same content was forgotten once does not hold it back, as with words that are said again.
 *
 * @param event the event that holds it, whose trust it has at most and with the last of which it goes; absent where it is
 *   kept for its own sake: it stays then until it is meant, whatever holds it
 */
export function* keepArtifact(
  spine: Spine,
  reach: Reach,
  artifact: PreparedArtifact,
  event?: ItemId,
): Tx<KeptArtifact> {
  const { item } = artifact
  yield* liftTombstone(reach, item.identity)
  const [added] = yield* addItems(spine, reach, [item], (_, rid) => addRows(reach, artifact, rid))
  if (added === undefined || added.outcome === 'forgotten') throw new Error('an artifact has not become one')
  const kept = { id: added.id, isNew: added.outcome === 'added' }
  yield* addLineage(reach.writes, { item: kept.id, source: event ?? kept.id, role: 'derived' })
  if (event !== undefined && !kept.isNew) yield* settleTrust(spine, reach.writes, kept.id, item.origin)
  return kept
}

/** Under which id the bank has this content, or will have it. */
export function* artifactId(reach: Reach, { item }: PreparedArtifact): Tx<ItemId> {
  const known = yield* knownOutcome(reach, item)
  return known === undefined || known.outcome === 'forgotten' ? item.id : known.id
}

function* addRows(
  { writes: bank }: Reach,
  { hash, tool, mediaType, bytes, chars, lines, pieces }: PreparedArtifact,
  rid: number,
): Tx<void> {
  yield* run(sql`
    insert into artifact (bank, item_rid, hash, tool, media_type, bytes, chars, lines)
    values (${bank}, ${rid}, ${hash}, ${tool}, ${mediaType}, ${bytes}, ${chars}, ${lines})`)
  for (const [seq, { line, start, chars: length, content }] of pieces.entries()) {
    yield* run(sql`
      insert into artifact_piece (bank, item_rid, seq, line, start, chars, content)
      values (${bank}, ${rid}, ${seq}, ${line}, ${start}, ${length}, ${content})`)
  }
}
