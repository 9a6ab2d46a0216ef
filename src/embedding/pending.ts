import { inText, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import type { OwnText } from './embedded-text.js'

/** A text that has no rows yet. */
export interface PendingText extends OwnText {
  readonly textRid: number
  readonly itemRid: number
  /** Of the item: never used twice, as row numbers are when a backup is restored. */
  readonly id: string
}

/** Where a walk through a bank's items stands; the newest come first. */
export interface PendingPage {
  /** Ids of items. */
  readonly ids: readonly string[]
  /** The walk goes on behind this id; undefined at its end. */
  readonly next: string | undefined
}

/**
 * What is pending among the next items of a bank, newest first: what was said last is asked for first. Looks at a bounded
 * number of items, some milliseconds; a walk through a bank without anything pending reads no text.
 */
export function* pendingPage(bank: string, behind: string = FIRST): Tx<PendingPage> {
  const rows = yield* all<{ id: string; embedded: number | null }>(sql`
    select i.id, e.text_rid as embedded
    from item i left join embedding e on e.bank = i.bank and e.text_rid = i.text_rid and e.part = 0
    where i.bank = ${bank} and i.quotes = 0 and i.id < ${behind} order by i.id desc limit ${PAGE_ITEMS}`)
  return {
    ids: rows.filter(({ embedded }) => embedded === null).map(({ id }) => id),
    next: rows.length < PAGE_ITEMS ? undefined : rows.at(-1)?.id,
  }
}

// Behind every id.
const FIRST = '~'
const PAGE_ITEMS = 500

/**
 * The texts of items, of those that are there and still pending. A turn whose speaker is not there yet, because its
 * archive is still being read, waits for it.
 */
export function* readPending(bank: string, ids: readonly string[]): Tx<PendingText[]> {
  const rows = yield* all<PendingRow>(sql`
    select i.id, i.rid as item_rid, x.rid as text_rid, x.body, t.speaker
    from item i
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    left join turn t on t.bank = i.bank and t.item_rid = i.rid
    where i.bank = ${bank} and i.id ${inText(ids)} and i.quotes = 0 and (i.kind <> 'turn' or t.item_rid is not null) and not exists (
      select 1 from embedding e where e.bank = i.bank and e.text_rid = i.text_rid and e.part = 0)`)
  return rows.map(({ item_rid, text_rid, ...own }) => ({ itemRid: item_rid, textRid: text_rid, ...own }))
}

interface PendingRow extends OwnText {
  readonly id: string
  readonly item_rid: number
  readonly text_rid: number
}
