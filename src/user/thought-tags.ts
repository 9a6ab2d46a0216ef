import { sql } from '../store/sql.js'
import { all, get, run, type Tx } from '../store/statement.js'
import { hex } from '../text/hex.js'
import { TAGS_MAX, type Tag, tooMany } from './tag.js'

/** Adds tags to a thought; those it has already stay as they are. Answers how many are new. Throws `invalid_input`. */
export function* addTags(bank: string, id: string, tags: readonly Tag[]): Tx<number> {
  if (tags.length === 0) return 0
  const thought = yield* get<{ at: number }>(
    sql`select coalesce(occurred_at, recorded_at) as at from item where bank = ${bank} and id = ${id}`,
  )
  const present = yield* all<{ tag_key: Uint8Array }>(
    sql`select tag_key from thought_tag where bank = ${bank} and item_id = ${id}`,
  )
  const known = new Set(present.map(({ tag_key }) => hex(tag_key)))
  const fresh = tags.filter(({ key }) => !known.has(hex(key)))
  if (known.size + fresh.length > TAGS_MAX) throw tooMany()
  for (const { name, key } of fresh) {
    yield* run(sql`
      insert into thought_tag (bank, item_id, at, tag_key, tag)
      values (${bank}, ${id}, ${thought?.at ?? 0}, ${key}, ${name})`)
  }
  return fresh.length
}
