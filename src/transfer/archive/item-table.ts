import { z } from 'zod'
import { addItems, MAX_TEXT_CHARS, type PreparedItem } from '../../items/add.js'
import {
  type ArchiveTable,
  archived,
  base64,
  fromBase64,
  type Taken,
  taken,
} from '../../items/archive-table.js'
import { indexedForm } from '../../items/indexed-form.js'
import { type ItemId, itemKinds, origins, trustOf, trusts } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { inText, sql } from '../../store/sql.js'
import { all, column, run, type Tx } from '../../store/statement.js'

const itemShape = z
  .strictObject({
    id: archived.id,
    kind: z.enum(itemKinds),
    origin: z.enum(origins),
    trust: z.enum(trusts),
    identity: archived.blob(16),
    occurredAt: archived.time.nullable(),
    recordedAt: archived.time,
    lastUsedAt: archived.time.nullable(),
    useCount: archived.count,
    text: archived.text.min(1).max(MAX_TEXT_CHARS),
    /** There for what quotes its source. */
    quotes: z.literal(true).optional(),
  })
  .refine(({ origin, trust }) => trusts.indexOf(trust) >= trusts.indexOf(trustOf(origin, [])), {
    error: 'is trusted more than its origin allows',
  })

type ItemRow = z.output<typeof itemShape>

/** Everything that is remembered, with its text. */
export const itemTable = (spine: Spine): ArchiveTable<ItemRow> => ({
  type: 'item',
  shape: itemShape,
  key: ({ id }) => [id],

  *page(bank, after, limit): Tx<ItemRow[]> {
    const sizes = yield* all<{ id: string; chars: number }>(sql`
      select i.id, length(x.body) as chars from item i join item_text x on x.bank = i.bank and x.rid = i.text_rid
      where i.bank = ${bank} and i.id > ${after?.id ?? ''} and not ${isBegun} order by i.id limit ${limit}`)
    const ids = thatFit(sizes)
    const rows = yield* all<StoredItem>(sql`
      select i.id, i.kind, i.origin, i.trust, i.identity, i.occurred_at, i.recorded_at, i.last_used_at, i.use_count,
        i.quotes, x.body
      from item i join item_text x on x.bank = i.bank and x.rid = i.text_rid
      where i.bank = ${bank} and i.id ${inText(ids)} order by i.id`)
    return rows.map(toRow)
  },

  add: ({ reach }, rows) => {
    const bank = reach.writes
    const items = rows.map((row) => prepared(spine, row))
    return function* addArchived(): Tx<Taken> {
      const present = new Set(
        yield* column<string>(
          sql`select id from item where bank = ${bank} and id ${inText(items.map(({ id }) => id))}`,
        ),
      )
      const fresh = items.filter(({ id }) => !present.has(id))
      const ids: string[] = []
      const aliases = new Map<string, string>()
      let words = 0
      let indexed = 0
      let leftOut = 0
      for (const [index, outcome] of (yield* addItems(spine, reach, fresh, used(bank))).entries()) {
        const item = fresh[index] as ArchivedItem
        if (outcome.outcome === 'forgotten') leftOut += 1
        else if (outcome.outcome === 'repeated') {
          aliases.set(item.id, outcome.id)
          if (item.kind === 'turn' && (yield* bodyOf(bank, outcome.rid)) !== item.text) leftOut += 1
        } else {
          ids.push(item.id)
          words += item.length
          if (!item.quotes) indexed += 1
        }
      }
      const added = ids.length
      return taken({ added, leftOut, present: rows.length - added - leftOut, ids, indexed, words, aliases })
    }
  },
})

/** Of a document whose first version is not there yet: nobody has seen it. */
const isBegun = sql`(i.kind in ('document', 'section') and exists (
  select 1 from document d where d.bank = i.bank and d.latest = 0 and d.item_rid = coalesce(
    (select s.document_rid from section s where s.bank = i.bank and s.item_rid = i.rid), i.rid)))`

interface StoredItem extends Pick<ItemRow, 'id' | 'kind' | 'origin' | 'trust'> {
  readonly identity: Uint8Array
  readonly occurred_at: number | null
  readonly recorded_at: number
  readonly last_used_at: number | null
  readonly use_count: number
  readonly quotes: number
  readonly body: string
}

function toRow(row: StoredItem): ItemRow {
  return {
    id: row.id,
    kind: row.kind,
    origin: row.origin,
    trust: row.trust,
    identity: base64(row.identity),
    occurredAt: row.occurred_at,
    recordedAt: row.recorded_at,
    lastUsedAt: row.last_used_at,
    useCount: row.use_count,
    text: row.body,
    ...(row.quotes === 1 ? { quotes: true as const } : {}),
  }
}

/** The first rows of a page, up to as much text as may lie in memory at once; always one. */
function thatFit(sizes: readonly { readonly id: string; readonly chars: number }[]): string[] {
  let chars = 0
  const cut = sizes.findIndex((size) => {
    chars += size.chars
    return chars > PAGE_CHARS
  })
  return sizes.slice(0, cut === -1 ? sizes.length : Math.max(1, cut)).map(({ id }) => id)
}

const PAGE_CHARS = 1_000_000

interface ArchivedItem extends PreparedItem {
  readonly lastUsedAt: number | null
  readonly useCount: number
}

function prepared({ kinds }: Spine, row: ItemRow): ArchivedItem {
  const { quotes = false, kind, text } = row
  const form = quotes ? indexedForm('') : indexedForm(text, kinds.get(kind)?.headingOf?.(text))
  return {
    ...row,
    quotes,
    id: row.id as ItemId,
    identity: fromBase64(row.identity),
    ...form,
  }
}

/** Under one key two stores may have appended two events: what stands here stays, and the other is left out. */
function* bodyOf(bank: string, rid: number): Tx<string | undefined> {
  const [body] = yield* column<string>(sql`
    select x.body from item i join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where i.bank = ${bank} and i.rid = ${rid}`)
  return body
}

/** How often it was used comes along. */
function used(bank: string): (item: ArchivedItem, rid: number) => Tx<void> {
  return function* countUses({ lastUsedAt, useCount }, rid): Tx<void> {
    if (lastUsedAt === null && useCount === 0) return
    yield* run(sql`
      update item set last_used_at = ${lastUsedAt}, use_count = ${useCount} where bank = ${bank} and rid = ${rid}`)
  }
}
