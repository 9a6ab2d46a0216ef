import { sql } from '../store/sql.js'
import { all } from '../store/statement.js'
import { decodeText, type TextPostings, textPostings } from './text-postings.js'

/** A text in no segment yet; of one that was indexed by an older version the terms alone are there. */
export interface TailText {
  readonly rid: number
  readonly length: number
  readonly content: Uint8Array | null
  readonly words: string
  readonly parts: string
}

/** The texts of a bank's tail, oldest first. */
export function tailTexts(bank: string, most = Number.MAX_SAFE_INTEGER) {
  return all<TailText>(sql`
    select p.rid, p.length, p.content,
      case when p.content is null then t.words else '' end as words,
      case when p.content is null then t.parts else '' end as parts
    from posting_tail p
    left join item_terms t on p.content is null and t.bank = p.bank and t.rid = p.rid
    where p.bank = ${bank} order by p.rid limit ${most}`)
}

export function postingsOfTail({ content, words, parts }: TailText): TextPostings {
  return content === null ? textPostings(words, parts) : decodeText(content)
}
