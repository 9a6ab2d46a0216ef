import { inInt, sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'

export interface TagCount {
  /** As it was given last. */
  readonly tag: string
  readonly notes: number
}

/** More tags than this are not told. */
const TAGS_TOLD = 100

/** The tags of a bank's thoughts, those of the most notes first. */
export function* countTags(bank: string): Tx<TagCount[]> {
  const counted = yield* all<{ latest: number; n: number }>(sql`
    select max(rid) as latest, count(*) as n from thought_tag where bank = ${bank}
    group by tag_key order by n desc, latest desc limit ${TAGS_TOLD}`)
  const named = yield* all<{ rid: number; tag: string }>(
    sql`select rid, tag from thought_tag where bank = ${bank} and rid ${inInt(counted.map(({ latest }) => latest))}`,
  )
  const names = new Map(named.map(({ rid, tag }) => [rid, tag]))
  return counted.map(({ latest, n }) => ({ tag: names.get(latest) ?? '', notes: n }))
}
