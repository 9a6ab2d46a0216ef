import type { ItemId } from '../../items/item.js'
import { addLineage } from '../../items/lineage.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get } from '../../store/statement.js'
import { appendPrepared } from '../append-events.js'
import { prepareEvent } from '../prepare-event.js'
import type { Compaction } from './compaction.js'
import { idsOfEvents, type KeptCompaction, latestCompaction } from './working-set.js'

/**
 * Keeps a compaction as an event of its session, resting on the events that it quotes: forgetting one of them takes it
 * back. Null where another process kept one since the `previous`, which stands then.
 */
export async function keepCompaction(
  spine: Spine,
  reach: Reach,
  sessionRid: number,
  { text, detail }: Compaction,
  previous: KeptCompaction | null,
): Promise<{ readonly id: ItemId; readonly seq: number } | null> {
  const bank = reach.writes
  const session = await spine.store.read(function* named() {
    return yield* get<{ id: string; name: string; name_key: Uint8Array; channel: string | null }>(
      sql`select id, name, name_key, channel from session where bank = ${bank} and rid = ${sessionRid}`,
    )
  })
  if (session === undefined) return null
  const turn = await prepareEvent(
    spine,
    reach,
    { id: session.id, name: session.name, nameKey: session.name_key, channel: session.channel },
    { type: 'compaction', role: 'system', text, at: null, origin: 'tool', data: { detail } },
  )
  return write(spine, reach, 'transcript.compact', 'memory.write', function* keep() {
    const latest = yield* latestCompaction(bank, sessionRid)
    if ((latest?.seq ?? 0) !== (previous?.seq ?? 0)) return { result: null, effect: { ids: [], counts: {} } }
    const [appended] = yield* appendPrepared(spine, reach, [turn])
    if (appended === undefined || appended.outcome === 'forgotten')
      throw new Error('an event with an id of its own was there already')
    const quoted = new Set([...detail.entries, ...detail.lossless].map(({ seq }) => seq))
    for (const source of yield* idsOfEvents(bank, sessionRid, [...quoted]))
      yield* addLineage(bank, { item: appended.id, source, role: 'quotes' })
    return {
      result: { id: appended.id, seq: appended.seq },
      effect: { ids: [appended.id], counts: { events: detail.events } },
    }
  })
}
