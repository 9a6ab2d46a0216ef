import { z } from 'zod'
import { type ArchiveTable, archived, base64, fromBase64, type Taken, taken } from '../items/archive-table.js'
import { sql } from '../store/sql.js'
import { all, get, run, type Tx } from '../store/statement.js'
import { TAG_MAX_CHARS, TAGS_MAX } from './tag.js'

const tagShape = z.strictObject({
  item: archived.id,
  /** Its place among the tags of its note, from 1. */
  place: z.int().min(1),
  key: archived.blob(16),
  tag: archived.text.min(1).max(TAG_MAX_CHARS),
})

type TagRow = z.output<typeof tagShape>

/** The tags of thoughts, in the order in which they were given. */
export const tagTable: ArchiveTable<TagRow> = {
  type: 'tag',
  shape: tagShape,
  key: ({ item, place }) => [item, place],

  *page(bank, after, limit): Tx<TagRow[]> {
    const item = after?.item ?? ''
    const rows = yield* all<Omit<TagRow, 'key'> & { tag_key: Uint8Array }>(sql`
      select item, place, tag_key, tag from (
        select item_id as item, row_number() over (partition by item_id order by rid) as place, tag_key, tag
        from (
          select rid, item_id, tag_key, tag from thought_tag
          where bank = ${bank} and item_id >= ${item} order by item_id, rid limit ${limit + TAGS_MAX}) as first_rows
      ) as placed
      where item > ${item} or place > ${after?.place ?? 0}
      order by item, place limit ${limit}`)
    return rows.map(({ tag_key, ...row }) => ({
      item: row.item,
      place: row.place,
      key: base64(tag_key),
      tag: row.tag,
    }))
  },

  add: ({ reach, aliases }, rows) =>
    function* addTags(): Tx<Taken> {
      const bank = reach.writes
      let added = 0
      let leftOut = 0
      for (const { item, key, tag } of rows) {
        const note = yield* get<{ id: string; at: number; tags: number }>(sql`
          select i.id, coalesce(i.occurred_at, i.recorded_at) as at,
            (select count(*) from thought_tag t where t.bank = i.bank and t.item_id = i.id) as tags
          from item i where i.bank = ${bank} and i.id = ${aliases.get(item) ?? item} and i.kind = 'thought'`)
        if (note === undefined || note.tags >= TAGS_MAX) {
          leftOut += 1
          continue
        }
        added += yield* run(sql`
          insert into thought_tag (bank, item_id, at, tag_key, tag)
          values (${bank}, ${note.id}, ${note.at}, ${fromBase64(key)}, ${tag})
          on conflict (bank, item_id, tag_key) do nothing`)
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },
}
