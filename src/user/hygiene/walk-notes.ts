import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ItemId } from '../../items/item.js'
import { portions } from '../../items/portions.js'
import { readBodies } from '../../items/read-bodies.js'
import { currentIdentityKey, type Spine } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { all } from '../../store/statement.js'
import { readTags, type Tag } from '../tag.js'
import { REFLECTION_TAG } from './reflection-tag.js'

/** A note as it is looked through. */
export interface WalkedNote {
  readonly id: ItemId
  readonly text: string
  /** When it happened, milliseconds UTC. */
  readonly at: number
  /** Facts were read out of it: they say what holds. */
  readonly hasFacts: boolean
}

/** The notes of a bank, oldest first, without reports about itself; lets others go on in between. */
export async function* walkNotes(
  spine: Spine,
  bank: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<WalkedNote> {
  const identityKey = await currentIdentityKey(spine)
  const [report] = readTags({ identityKey }, bank, [REFLECTION_TAG]) as [Tag]
  let behind: Place = { at: Number.MIN_SAFE_INTEGER, id: '' }
  for (;;) {
    const rows = await spine.store.query(pageBehind(bank, behind, report.key))
    for (const portion of portions(rows.filter(({ is_report }) => is_report === 0))) {
      const bodies = await spine.store.read(
        readBodies,
        bank,
        portion.map(({ text_rid }) => text_rid),
      )
      for (const { id, at, text_rid, has_facts } of portion) {
        const text = bodies.get(text_rid)
        if (text !== undefined) yield { id, text, at, hasFacts: has_facts === 1 }
      }
      signal?.throwIfAborted()
      await nextTurn()
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_ROWS) return
    behind = last
  }
}

interface Place {
  readonly at: number
  readonly id: string
}

interface Row extends Place {
  readonly id: ItemId
  readonly text_rid: number
  readonly length: number
  readonly has_facts: number
  readonly is_report: number
}

const PAGE_ROWS = 500

function pageBehind(bank: string, { at, id }: Place, report: Uint8Array) {
  const time = sql`coalesce(i.occurred_at, i.recorded_at)`
  return all<Row>(sql`
    select i.id, ${time} as at, i.text_rid, t.length,
      case when exists (select 1 from fact_source s where s.bank = i.bank and s.source_rid = i.rid)
        then 1 else 0 end as has_facts,
      case when exists (
        select 1 from thought_tag g where g.bank = i.bank and g.item_id = i.id and g.tag_key = ${report})
        then 1 else 0 end as is_report
    from item i join item_terms t on t.bank = i.bank and t.rid = i.text_rid
    where i.bank = ${bank} and i.kind = 'thought' and ${time} >= ${at} and (${time}, i.id) > (${at}, ${id})
    order by ${time}, i.id limit ${PAGE_ROWS}`)
}
