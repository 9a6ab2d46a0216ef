import type { Aspects } from '../items/item.js'
import { CHANGED_BY_HAND, type Kind, type KindRemoval } from '../items/kind.js'
import { inText, sql } from '../store/sql.js'
import { all, column, run, type Tx } from '../store/statement.js'
import { tagTable } from './thought-archive.js'
import { forgetNote } from './workspace/forget-note.js'
import { noteConflictTable, noteTable, sayingTable } from './workspace/note-archive.js'
import { noteChecks } from './workspace/note-checks.js'

/** A thought keeps its tags beside it, and what it is for its workspace. */
export const thoughtKind: Kind = {
  kind: 'thought',
  archive: [tagTable, noteTable, sayingTable, noteConflictTable],
  checks: [
    {
      check: 'tags',
      wrong: (bank) => sql`
        select count(*) as n from thought_tag t
        left join item i on i.bank = t.bank and i.id = t.item_id and i.kind = 'thought'
        where t.bank = ${bank} and (i.id is null or t.at <> coalesce(i.occurred_at, i.recorded_at))`,
      what: 'tags without their note',
      hint: CHANGED_BY_HAND,
    },
    ...noteChecks,
  ],
  /** In the order in which they were given. */
  *show(bank, items): Tx<ReadonlyMap<number, Pick<Aspects, 'tags'>>> {
    const rows = yield* all<{ rid: number; item_id: string; tag: string }>(
      sql`select rid, item_id, tag from thought_tag where bank = ${bank} and item_id ${inText(items.map(({ id }) => id))}`,
    )
    const tags = new Map<string, string[]>(items.map(({ id }) => [id, []]))
    for (const { item_id, tag } of rows.sort((a, b) => a.rid - b.rid)) tags.get(item_id)?.push(tag)
    return new Map(items.map(({ rid, id }) => [rid, { tags: tags.get(id) ?? [] }]))
  },
  *forget(item): Tx<KindRemoval> {
    const { bank, id } = item
    const tags = yield* column<string>(
      sql`select tag from thought_tag where bank = ${bank} and item_id = ${id}`,
    )
    const removed = yield* run(sql`delete from thought_tag where bank = ${bank} and item_id = ${id}`)
    const note = yield* forgetNote(item)
    return {
      counts: { ...note.counts, ...(removed === 0 ? {} : { thought_tag: removed }) },
      texts: [...tags, ...note.texts],
    }
  },
}
