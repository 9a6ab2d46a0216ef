import type { ItemId, Trust } from '../../items/item.js'
import type { Reach } from '../../reach.js'
import { inText, type Sql, sql } from '../../store/sql.js'
import { all, column, type Tx } from '../../store/statement.js'
import { DAY_MS } from '../../text/zone.js'

/**
 * What memory may have shown in a conversation, out of every bank that may be read: the records there are, the facts, the
 * notes, and what searches of the last day found. Not the conversation itself, nor what the user was heard to say within
 * the last hour, which may be it: else its own words would count as recalled.
 *
 * @param conversation the items of the conversation, where it is stored
 */
export function* shownMemory(
  { reads, writes }: Reach,
  conversation: readonly ItemId[],
  now: number,
): Tx<ShownMemory> {
  const own = yield* ownItems(writes, conversation)
  const shown: ShownMemory[] = []
  for (const bank of reads) shown.push(yield* shownOf(bank, own, now))
  return {
    kept: shown.flatMap(({ kept }) => kept),
    recalled: shown.flatMap(({ recalled }) => recalled),
  }
}

export interface ShownMemory {
  /** What a core, a manifest or a list may have shown. */
  readonly kept: readonly string[]
  /** What was really shown. */
  readonly recalled: readonly string[]
}

function* shownOf(bank: string, own: ReadonlySet<string>, now: number): Tx<ShownMemory> {
  const records = yield* column<string>(sql`
    select x.body from record r
    join item i on i.bank = r.bank and i.rid = r.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where r.bank = ${bank} order by r.active_at desc, r.item_id desc limit ${MOST_RECORDS}`)
  const recalledAt = yield* recalledIn(bank, now)
  const found = yield* itemsOf(sql`where i.bank = ${bank} and i.id ${inText([...recalledAt.keys()])}`)
  const notes = yield* itemsOf(sql`
    where i.bank = ${bank} and i.kind = 'thought' and coalesce(i.occurred_at, i.recorded_at) <= ${Number.MAX_SAFE_INTEGER}
    order by coalesce(i.occurred_at, i.recorded_at) desc, i.id desc limit ${MOST_NOTES}`)
  const facts = yield* itemsOf(sql`
    join fact f on f.bank = i.bank and f.item_rid = i.rid
    where f.bank = ${bank} and f.status = 'active' order by f.valid_from desc, f.item_rid desc limit ${MOST_FACTS}`)
  const isOwn = ({ id, trust, recorded_at }: ShownItem) =>
    own.has(id) || (HEARD.has(trust) && (recalledAt.get(id) ?? now) - recorded_at < JUST_NOW_MS)
  const bodiesOf = (items: readonly ShownItem[]) =>
    items.filter((item) => !isOwn(item)).map(({ body }) => body)
  return { kept: [...records, ...bodiesOf(facts), ...bodiesOf(notes)], recalled: bodiesOf(found) }
}

interface ShownItem {
  readonly id: ItemId
  readonly trust: Trust
  readonly recorded_at: number
  readonly body: string
}

function* itemsOf(rest: Sql): Tx<ShownItem[]> {
  // bank-ok: `rest` says which
  return yield* all<ShownItem>(sql`
    select i.id, i.trust, i.recorded_at, x.body from item i
    join item_text x on x.bank = i.bank and x.rid = i.text_rid ${rest}`)
}

/** What the searches of the last day found, whoever asked, and when it was found last. */
function* recalledIn(bank: string, now: number): Tx<ReadonlyMap<string, number>> {
  const rows = yield* all<{ at: number; items: string }>(sql`
    select at, items from recall
    where bank = ${bank} and at >= ${now - DAY_MS} order by at desc, rid desc limit ${MOST_RECALLS}`)
  const last = new Map<string, number>()
  for (const { at, items } of rows)
    for (const id of items.split(' '))
      if (id !== '' && last.size < MOST_RECALLED && !last.has(id)) last.set(id, at)
  return last
}

/** The conversation, and the facts that were read out of it. */
function* ownItems(bank: string, conversation: readonly ItemId[]): Tx<ReadonlySet<string>> {
  if (conversation.length === 0) return new Set()
  const derived = yield* column<ItemId>(
    sql`select item_id from lineage where bank = ${bank} and source_id ${inText(conversation)}`,
  )
  return new Set([...conversation, ...derived])
}

/** Whose words may be those of the conversation. */
const HEARD: ReadonlySet<Trust> = new Set(['definitive', 'stated'])
/** The latest of each: a prompt holds no more. */
const MOST_RECORDS = 2_000
const MOST_FACTS = 1_000
const MOST_NOTES = 1_000
const MOST_RECALLS = 2_000
const MOST_RECALLED = 5_000
/** What is younger than this may be the conversation itself. */
const JUST_NOW_MS = 3_600_000
