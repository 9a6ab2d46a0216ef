import { removeEmbeddings } from '../embedding/remove-embeddings.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'
import type { PreparedItem } from './add.js'
import { indexWords, unindexWords } from './index-words.js'
import type { ItemId } from './item.js'
import type { KindItem } from './kind.js'
import type { Spine } from './spine.js'
import { addTerms } from './terms.js'
import { toEmbed } from './to-embed.js'
import { requireOwnKey } from './tombstone.js'

/**
 * Gives an item that stands in the indexes another text, with its terms, and has it embedded anew; the old text goes, and
 * with it its vectors. In new rows: what is changed in place can leave its old bytes behind. Answers by how many indexed
 * words the bank grows.
 */
export function* replaceText(
  spine: Spine,
  reach: Reach,
  { rid, id }: KindItem,
  { text, identity, words, parts, length }: PreparedItem,
): Tx<number> {
  const bank = reach.writes
  yield* requireOwnKey(spine)
  const old = yield* get<{ rid: number; words: string; parts: string; length: number }>(sql`
    select t.rid, t.words, t.parts, t.length from item i
    join item_terms t on t.bank = i.bank and t.rid = i.text_rid where i.bank = ${bank} and i.rid = ${rid}`)
  if (old === undefined) throw new Error('an item that is indexed has no terms')
  yield* unindexWords(spine, bank, [old])
  yield* run(sql`delete from item_terms where bank = ${bank} and rid = ${old.rid}`)
  yield* run(sql`delete from item_text where bank = ${bank} and rid = ${old.rid}`)
  yield* removeEmbeddings(bank, [old.rid])
  const row = yield* get<{ rid: number }>(
    sql`insert into item_text (bank, item_id, body) values (${bank}, ${id}, ${text}) returning rid`,
  )
  if (row === undefined) throw new Error('an insert returned no row number')
  yield* run(sql`
    update item set text_rid = ${row.rid}, identity = ${identity} where bank = ${bank} and rid = ${rid}`)
  yield* addTerms({ bank, rid: row.rid, itemRid: rid, length, words, parts })
  yield* toEmbed(spine, bank, [id as ItemId])
  yield* indexWords(spine, bank, [{ rid: row.rid, length, words, parts }])
  return length - old.length
}
