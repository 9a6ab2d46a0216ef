import type { ItemId } from '../../items/item.js'
import type { Reach } from '../../reach.js'
import { readRecalls } from '../../recalls/recall.js'
import { inText, sql } from '../../store/sql.js'
import { all, column, type Tx } from '../../store/statement.js'
import { DAY_MS } from '../../text/zone.js'

/**
 * What memory may have shown in a conversation: the records there are, the facts, and what searches of the last day
 * found. Not what was kept of the conversation itself just now, else its own words would count as recalled.
 *
 * @param conversation the items of the conversation, where it is stored
 */
export function* shownMemory(reach: Reach, conversation: readonly ItemId[], now: number): Tx<ShownMemory> {
  const bank = reach.writes
  const records = yield* column<string>(sql`
    select x.body from record r
    join item i on i.bank = r.bank and i.rid = r.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where r.bank = ${bank} and r.active_at <= ${now + DAY_MS} order by r.active_at desc, r.item_id desc limit ${MOST_RECORDS}`)
  const recalls = yield* readRecalls(reach, { id: undefined, limit: MOST_RECALLS })
  const recalled = recalls
    .filter(({ at }) => now - at <= DAY_MS)
    .flatMap(({ at, hits }) => hits.flatMap(({ id, alike }) => [id, ...alike].map((item) => ({ item, at }))))
  const lastAt = new Map<string, number>()
  for (const { item, at } of recalled) if (!lastAt.has(item)) lastAt.set(item, at)
  const own = yield* ownItems(bank, conversation)
  const items = yield* all<ShownItem>(sql`
    select i.id, i.recorded_at, x.body from item i
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where i.bank = ${bank} and i.id ${inText([...lastAt.keys()])}`)
  const facts = yield* all<ShownItem>(sql`
    select i.id, i.recorded_at, x.body from fact f
    join item i on i.bank = f.bank and i.rid = f.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where f.bank = ${bank} and f.status = 'active' order by f.valid_from desc, f.item_rid desc limit ${MOST_FACTS}`)
  const isOld = ({ id, recorded_at }: ShownItem) => (lastAt.get(id) ?? now) - recorded_at >= JUST_NOW_MS
  const bodiesOf = (shown: readonly ShownItem[]) =>
    shown.filter((item) => isOld(item) && !own.has(item.id)).map(({ body }) => body)
  return { kept: [...records, ...bodiesOf(facts)], recalled: bodiesOf(items) }
}

export interface ShownMemory {
  /** What a core or a manifest may have shown. */
  readonly kept: readonly string[]
  /** What was really shown. */
  readonly recalled: readonly string[]
}

interface ShownItem {
  readonly id: ItemId
  readonly recorded_at: number
  readonly body: string
}

/** The conversation, and the facts that were read out of it. */
function* ownItems(bank: string, conversation: readonly ItemId[]): Tx<ReadonlySet<string>> {
  if (conversation.length === 0) return new Set()
  const derived = yield* column<ItemId>(
    sql`select item_id from lineage where bank = ${bank} and source_id ${inText(conversation)}`,
  )
  return new Set([...conversation, ...derived])
}

/** The latest of each: a prompt holds no more. */
const MOST_RECORDS = 2_000
const MOST_FACTS = 1_000
const MOST_RECALLS = 50
/** What is younger than this may be the conversation itself. */
const JUST_NOW_MS = 3_600_000
