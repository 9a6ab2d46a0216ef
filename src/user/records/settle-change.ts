import { type ItemId, type Origin, trustOf } from '../../items/item.js'
import { addLineage, dropSources } from '../../items/lineage.js'
import { readItem } from '../../items/read-items.js'
import { lowerDerived } from '../../items/settle-trust.js'
import type { Spine } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { run, type Tx } from '../../store/statement.js'
import type { NewRecord } from './record.js'
import type { FoundRecord } from './record-rows.js'
import type { Authorship } from './record-store.js'

/** Who changes a record, as far as trust depends on it. */
type Changer = Pick<Authorship, 'provenance' | 'origin' | 'trust' | 'sources'>

/**
 * Settles where the words of a changed record come from, and what they and all that rests on them are believed. `known`
 * is the record before the change, `says` what it says now.
 *
 * Where a person writes both description and body anew, or extraction replaces both by what it read out of something
 * else, the old sources are dropped. Whoever else changes it may carry its words over: it keeps its sources, and is
 * forgotten with them. Throws `not_found` for a source that is not there.
 */
export function* settleChange(
  spine: Pick<Spine, 'env' | 'kinds'>,
  bank: string,
  known: FoundRecord,
  says: Pick<NewRecord, 'description' | 'body'>,
  by: Changer,
): Tx<void> {
  const { id, rid, record: old } = known
  const { sources = [] } = by
  const isWhole = says.description !== old.description && says.body !== old.body
  const isPerson = by.provenance === 'manual' && by.origin === 'user'
  const isReplaced = sources.length > 0 && !says.body.includes(old.body)
  const isAnew = isWhole && (isPerson || isReplaced)
  if (isAnew) yield* dropSources(bank, id)
  yield* addSources(bank, id, sources)
  const believed = [by.trust]
  for (const source of sources) believed.push((yield* readItem(spine, [bank], source)).trust)
  if (!isAnew) believed.push(known.trust)
  const trust = trustOf(by.origin, believed)
  const origin: Origin = isWhole || trust !== known.trust ? by.origin : known.origin
  yield* run(sql`update item set origin = ${origin}, trust = ${trust} where bank = ${bank} and rid = ${rid}`)
  yield* lowerDerived(spine, bank, { id, before: known.trust, trust })
}

/** Notes what a record was read out of. */
export function* addSources(bank: string, item: ItemId, sources: readonly ItemId[]): Tx<void> {
  for (const source of sources) yield* addLineage(bank, { item, source, role: 'derived' })
}
