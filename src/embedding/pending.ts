import { inInt, sql } from '../store/sql.js'
import { all, get, type Tx } from '../store/statement.js'
import type { OwnText } from './embedded-text.js'

/** A text that has no rows yet. */
export interface PendingRef {
  readonly textRid: number
  readonly itemRid: number
}

export interface PendingText extends PendingRef, OwnText {}

/** Where a walk through a bank's items stands; the newest come first. */
export interface PendingPage {
  readonly refs: readonly PendingRef[]
  /** The walk goes on behind this id; undefined at its end. */
  readonly next: string | undefined
}

/**
 * What is pending among the next items of a bank, newest first: what was said last is asked for first. Looks at a bounded
 * number of items, some milliseconds; a walk through a bank without anything pending reads indexes alone.
 */
export function* pendingPage(bank: string, behind: string = FIRST): Tx<PendingPage> {
  const rows = yield* all<{ id: string; item_rid: number; text_rid: number; embedded: number | null }>(sql`
    select i.id, i.rid as item_rid, i.text_rid, e.text_rid as embedded
    from item i left join embedding e on e.bank = i.bank and e.text_rid = i.text_rid and e.part = 0
    where i.bank = ${bank} and i.id < ${behind} order by i.id desc limit ${PAGE_ITEMS}`)
  return {
    refs: rows
      .filter(({ embedded }) => embedded === null)
      .map(({ item_rid, text_rid }) => ({ itemRid: item_rid, textRid: text_rid })),
    next: rows.length < PAGE_ITEMS ? undefined : rows.at(-1)?.id,
  }
}

// Behind every id.
const FIRST = '~'
const PAGE_ITEMS = 500

/** Items by their ids, those that are there and pending. */
export function* pendingAmong(bank: string, ids: readonly string[]): Tx<PendingRef[]> {
  const refs: PendingRef[] = []
  for (const id of ids) {
    const row = yield* get<{ item_rid: number; text_rid: number }>(sql`
      select i.rid as item_rid, i.text_rid from item i
      where i.bank = ${bank} and i.id = ${id} and not exists (
        select 1 from embedding e where e.bank = i.bank and e.text_rid = i.text_rid and e.part = 0)`)
    if (row !== undefined) refs.push({ itemRid: row.item_rid, textRid: row.text_rid })
  }
  return refs
}

/** The texts themselves, of those that are still there. */
export function* readPending(bank: string, refs: readonly PendingRef[]): Tx<PendingText[]> {
  const rows = yield* all<{ item_rid: number; text_rid: number; body: string; speaker: string | null }>(sql`
    select i.rid as item_rid, x.rid as text_rid, x.body, t.speaker
    from item_text x
    join item i on i.bank = x.bank and i.id = x.item_id
    left join turn t on t.bank = i.bank and t.item_rid = i.rid
    where x.bank = ${bank} and x.rid ${inInt(refs.map(({ textRid }) => textRid))}`)
  return rows.map(({ item_rid, text_rid, ...own }) => ({ itemRid: item_rid, textRid: text_rid, ...own }))
}
