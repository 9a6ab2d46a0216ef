import { prepareItem } from '../../items/add.js'
import { touchBank } from '../../items/bank.js'
import type { ForgottenItem, KindRemoval } from '../../items/kind.js'
import { sourcesOf } from '../../items/lineage.js'
import { readItem } from '../../items/read-items.js'
import { replaceText } from '../../items/replace-text.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { inText, sql } from '../../store/sql.js'
import { column, get, run, type Tx } from '../../store/statement.js'
import { clip } from '../../text/clip.js'
import { nameOfWords } from '../memory-extraction/name-of-words.js'
import { DESCRIPTION_MAX_CHARS, NAME_MAX_CHARS } from './record.js'
import { nameKey, recordIdentity } from './record-keys.js'
import { keepPast } from './record-past.js'
import { asRecord } from './record-rows.js'
import { recordText } from './record-text.js'
import { joinedParts, untold } from './told-body.js'

/**
 * Takes out of a record that extraction wrote, and that stays, the words of a source that is gone. Where they were its
 * newest, name and description become those of what is the newest now. A person's own words are left alone.
 */
export function* retellRecord(
  spine: Spine,
  reach: Reach,
  { rid, id }: ForgottenItem,
  gone: readonly string[],
): Tx<KindRemoval> {
  const bank = reach.writes
  const known = asRecord(yield* readItem(spine, [bank], id))
  const old = known.record
  if (old.provenance === 'manual') return NOTHING
  const sources = (yield* sourcesOf(bank, [known.id])).map(({ source }) => source)
  const left = yield* column<string>(sql`
    select x.body from item i join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where i.bank = ${bank} and i.id ${inText(sources)}`)
  const { kept, dropped } = untold(old.body, gone, left)
  if (dropped.length === 0) return NOTHING
  const isAnother = !old.body.startsWith(kept[0]?.text ?? '\n')
  const newest = kept[0]
  const quote = newest === undefined ? '' : oneLine(newest.quote === '' ? newest.text : newest.quote)
  const name = isAnother ? yield* freeName(spine, bank, rid, nameOfWords(quote)) : old.name
  const description = isAnother ? clip(quote, DESCRIPTION_MAX_CHARS) : old.description
  const record = { name, description, body: joinedParts(kept) }
  const { text, nameChars, descriptionChars } = recordText(record)
  const item = prepareItem(spine, reach, {
    kind: 'record',
    text,
    origin: known.origin,
    trust: known.trust,
    occurredAt: null,
    identity: recordIdentity(record),
  })
  const at = spine.env.now()
  yield* keepPast(bank, rid, item)
  const words = yield* replaceText(spine, reach, known, item)
  yield* run(sql`
    update record set name_key = ${nameKey(spine, bank, name)}, name_chars = ${nameChars},
      description_chars = ${descriptionChars}, updated_at = ${at}, revision = revision + 1
    where bank = ${bank} and item_rid = ${rid}`)
  yield* touchBank(reach, at, { items: 0, words })
  const heads = isAnother ? [old.name, old.description] : []
  return { counts: {}, texts: [...dropped.map((part) => part.text), ...heads] }
}

const NOTHING: KindRemoval = { counts: {}, texts: [] }

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The name, or the first of `name 2`, `name 3` … that no other record has. */
function* freeName(spine: Spine, bank: string, rid: number, name: string): Tx<string> {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` ${number}`
    const wanted = `${clip(name, NAME_MAX_CHARS - end.length).trimEnd()}${end}`
    const taken = yield* get(sql`
      select item_rid from record
      where bank = ${bank} and name_key = ${nameKey(spine, bank, wanted)} and item_rid <> ${rid}`)
    if (taken === undefined) return wanted
  }
}
