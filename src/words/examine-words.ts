import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from '../store/sql.js'
import { all, column } from '../store/statement.js'
import type { Store } from '../store/store.js'
import { indexedTexts } from './indexed-texts.js'
import { keptSegment, segmentFromTerms } from './kept-segments.js'
import { type KeptSegment, mergeLists } from './merge-lists.js'
import type { PostingList } from './posting-row.js'
import { decodeText, encodeText, textPostings } from './text-postings.js'

/**
 * How a bank's word index differs from its stored terms, in words; null where it agrees. Reads all of both, in pieces: what
 * is written meanwhile may be told as a difference.
 *
 * @param store held to the bank
 */
export async function examineWords(store: Store, bank: string): Promise<string | null> {
  const { segments, listed, doubled } = await indexedTexts(store, bank)
  const stored = await termsOf(store, bank)
  let missing = 0
  for (const rid of stored) if (!listed.has(rid)) missing += 1
  const stray = [...listed].filter((rid) => !stored.has(rid)).length
  let wrong = await wrongInTail(store, bank)
  for (const segment of segments) {
    const kept = await keptSegment(store, { bank, segment })
    const due = await segmentFromTerms(store, { bank, segment })
    if (!(await isSame([kept], due))) wrong += 1
  }
  if (missing + stray + doubled.length + wrong === 0) return null
  return (
    `the index of words differs from the stored terms: ${missing} texts are missing, ${stray} are of no stored term, ` +
    `${doubled.length} are there twice, ${wrong} lists or segments say something else`
  )
}

const PAGE_TEXTS = 2_000

async function termsOf(store: Store, bank: string): Promise<Set<number>> {
  const rids = new Set<number>()
  for (let after = 0; ; ) {
    const page = await store.query(
      column<number>(sql`
        select rid from item_terms where bank = ${bank} and rid > ${after} order by rid limit ${PAGE_TEXTS}`),
    )
    for (const rid of page) rids.add(rid)
    if (page.length < PAGE_TEXTS) return rids
    after = page.at(-1)!
    await nextTurn()
  }
}

async function wrongInTail(store: Store, bank: string): Promise<number> {
  const rows = await store.query(
    all<{ content: Uint8Array; words: string; parts: string }>(sql`
      select p.content, t.words, t.parts from posting_tail p
      join item_terms t on t.bank = p.bank and t.rid = p.rid
      where p.bank = ${bank} and p.content is not null`),
  )
  return rows.filter(({ content, words, parts }) => {
    const { keys, counts } = decodeText(content)
    return !isEqual(encodeText({ keys, counts }), encodeText(textPostings(words, parts)))
  }).length
}

/** In steps of some milliseconds. */
async function isSame(kept: readonly KeptSegment[], due: readonly KeptSegment[]): Promise<boolean> {
  const [ofKept, ofDue] = [ridsIn(kept), ridsIn(due)]
  const lists = mergeLists(kept)
  let looked = 0
  for (const list of mergeLists(due)) {
    const next = lists.next()
    if (next.done === true || next.value.key !== list.key) return false
    if (list.places.length !== next.value.places.length) return false
    if (printOf(next.value, ofKept) !== printOf(list, ofDue)) return false
    looked += list.places.length
    if (looked > STEP_POSTINGS) {
      looked = 0
      await nextTurn()
    }
  }
  return lists.next().done === true
}

const STEP_POSTINGS = 20_000

function ridsIn(segments: readonly KeptSegment[]): Float64Array {
  return Float64Array.from(segments.flatMap(({ table }) => [...table.rids].filter((rid) => rid > 0)))
}

/** Which texts a list names, and how often each holds the token, in whatever order: a sum below 2^53. */
function printOf({ places, counts }: PostingList, rids: Float64Array): number {
  let sum = 0
  for (let i = 0; i < places.length; i++) {
    const rid = rids[places[i]!]!
    const mixed = Math.imul((rid ^ (rid / 0x1_0000_0000)) + counts[i]! * 0x9e3779b1, 0x85ebca6b)
    sum += (mixed ^ (mixed >>> 15)) >>> 0
  }
  return sum
}

function isEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
