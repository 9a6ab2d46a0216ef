import { MemoryError } from '../errors.js'
import type { Reach } from '../reach.js'
import { alt, sql } from '../store/sql.js'
import { all, batch, get, sideBySide, type Tx } from '../store/statement.js'
import { segment } from '../text/segment.js'
import { wellFormed } from '../text/well-formed.js'
import type { TermsToIndex } from '../words/add-texts.js'
import { identityInGroup, identityOf } from './identity.js'
import { indexWords } from './index-words.js'
import type { ItemId, ItemKind, Origin, Trust } from './item.js'
import type { Spine } from './spine.js'
import { addTerms, indexedLength } from './terms.js'
import { tellEmbedder, wantEmbedding } from './to-embed.js'
import { requireOwnKey } from './tombstone.js'

/** Longest text of one item, in UTF-16 units. Longer ones are refused, never cut. */
export const MAX_TEXT_CHARS = 1_000_000

export interface Draft {
  readonly kind: ItemKind
  readonly text: string
  readonly origin: Origin
  readonly trust: Trust
  readonly occurredAt: number | null
  /** What makes it the same item when it comes again (docs/forgetting.md). */
  readonly identity: readonly string[]
  /** The keyed hash of what it belongs to, a session say: their identities are kept together. */
  readonly group?: Uint8Array
  /** Nothing can be known under its identity: nobody looks. Default false. */
  readonly isNew?: boolean
  /** Its text is part of its source's: search finds the source, so it has no place in the indexes itself. */
  readonly quotes?: boolean
}

/** A draft with everything that takes time, made before the transaction begins. */
export interface PreparedItem extends Omit<Draft, 'identity' | 'group' | 'quotes'> {
  readonly quotes: boolean
  readonly id: ItemId
  readonly identity: Uint8Array
  readonly recordedAt: number
  readonly words: string
  readonly parts: string
  readonly length: number
}

export type Added =
  | { readonly outcome: 'added'; readonly id: ItemId; readonly rid: number }
  | { readonly outcome: 'repeated'; readonly id: ItemId; readonly rid: number }
  /** It was forgotten at this time and stays so. */
  | { readonly outcome: 'forgotten'; readonly at: number }

/** Throws `too_large` and, on text without any character, `invalid_input`. */
export function prepareItem(spine: Spine, reach: Reach, draft: Draft): PreparedItem {
  const text = wellFormed(draft.text)
  if (text.trim() === '')
    throw new MemoryError('invalid_input', 'the text is empty', 'give at least one character')
  if (text.length > MAX_TEXT_CHARS) {
    throw new MemoryError(
      'too_large',
      `the text has ${text.length} characters, one item holds ${MAX_TEXT_CHARS}`,
      'split it, or keep it as a document',
    )
  }
  const { kind, origin, trust, occurredAt, isNew = false, quotes = false } = draft
  const { words, parts } = quotes ? nothingIndexed : segment(text)
  return {
    kind,
    origin,
    trust,
    occurredAt,
    text,
    isNew,
    quotes,
    id: spine.env.newId() as ItemId,
    identity: identityOfDraft(spine, reach, draft),
    recordedAt: spine.env.now(),
    words: words.join(' '),
    parts: parts.join(' '),
    length: indexedLength(words, parts),
  }
}

/** By what an item of these parts is known in the bank. */
export function identityOfDraft(
  spine: Spine,
  reach: Reach,
  { kind, identity: parts, group }: Pick<Draft, 'kind' | 'identity' | 'group'>,
): Uint8Array {
  const identity = identityOf(spine.identityKey, [reach.writes, kind, ...parts.map(wellFormed)])
  return group === undefined ? identity : identityInGroup(identity, group)
}

const nothingIndexed = { words: [], parts: [] }

/**
 * Adds items with their texts, what their kind keeps beside them (`rowsOfKind`), and index rows. What is there
 * already is repeated, what was forgotten stays so. What is new is told to the embedder, after the commit. Answers in
 * the order of the items.
 */
export function* addItems<T extends PreparedItem>(
  spine: Spine,
  reach: Reach,
  items: readonly T[],
  rowsOfKind?: (item: T, rid: number) => Tx<void>,
): Tx<Added[]> {
  const outcomes: Added[] = []
  const fresh: TermsToIndex[] = []
  const added: ItemId[] = []
  const [first] = yield* sideBySide([looked(reach, items[0]), requireOwnKey(spine)])
  for (const [index, item] of items.entries()) {
    const known = index === 0 ? first : yield* looked(reach, item)
    if (known !== undefined) {
      outcomes.push(known)
      continue
    }
    if (!item.quotes && added.length === 0) yield* wantEmbedding(spine, reach.writes)
    const { rid, textRid } = yield* addRows(reach, item)
    if (rowsOfKind !== undefined) yield* rowsOfKind(item, rid)
    outcomes.push({ outcome: 'added', id: item.id, rid })
    if (item.quotes) continue
    fresh.push({ ...item, rid: textRid })
    added.push(item.id)
  }
  // Here, whoever adds: a kind or an import that forgot to tell would stay without vectors.
  tellEmbedder(spine, reach.writes, added)
  // Together: many are a segment of their own.
  yield* indexWords(spine, reach.writes, fresh)
  return outcomes
}

function* looked(reach: Reach, item: PreparedItem | undefined): Tx<Added | undefined> {
  return item === undefined || item.isNew === true ? undefined : yield* knownOutcome(reach, item)
}

/** What would become of an item that is not new; undefined for one that is. */
export function* knownOutcome(
  { writes: bank }: Reach,
  { identity }: Pick<PreparedItem, 'identity'>,
): Tx<Added | undefined> {
  const known = yield* all<{ id: ItemId; rid: number; at: null } | { id: null; rid: null; at: number }>(sql`
    select id, rid, null as at from item where bank = ${bank} and identity = ${identity}
    union all
    select null, null, forgotten_at from tombstone where bank = ${bank} and identity = ${identity}`)
  const present = known.find(({ id }) => id !== null) ?? known[0]
  if (present === undefined) return undefined
  return present.id === null
    ? { outcome: 'forgotten', at: present.at }
    : { outcome: 'repeated', id: present.id, rid: present.rid }
}

/**
 * Adds an item that only quotes its source and is known to be new ({@link knownOutcome}): no index has a row of it, and
 * no embedder is told. Answers its row number.
 */
export function* addQuoting(reach: Reach, item: PreparedItem): Tx<number> {
  return (yield* addRows(reach, item)).rid
}

function* addRows(reach: Reach, item: PreparedItem): Tx<{ rid: number; textRid: number }> {
  const bank = reach.writes
  const [text, row] = yield* batch([
    get<{ rid: number }>(
      sql`insert into item_text (bank, item_id, body) values (${bank}, ${item.id}, ${item.text}) returning rid`,
    ),
    get<{ rid: number }>(sql`
      insert into item (bank, id, kind, origin, trust, identity, text_rid, occurred_at, recorded_at, use_count,
        quotes)
      values (${bank}, ${item.id}, ${item.kind}, ${item.origin}, ${item.trust}, ${item.identity},
        ${lastText(bank)}, ${item.occurredAt}, ${item.recordedAt}, 0, ${item.quotes ? 1 : 0})
      returning rid`),
  ])
  if (text === undefined || row === undefined) throw new Error('an insert returned no row number')
  if (!item.quotes) yield* addTerms({ ...item, bank, rid: text.rid, itemRid: row.rid })
  return { rid: row.rid, textRid: text.rid }
}

/** The row number of the text that was added last: nobody else adds one to the bank meanwhile, and the highest is the last. */
function lastText(bank: string) {
  return alt(sql`last_insert_rowid()`, sql`(select max(rid) from item_text where bank = ${bank})`)
}
