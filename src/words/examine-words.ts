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
    if (!isSame([kept], due)) wrong += 1
    await nextTurn()
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

function isSame(kept: readonly KeptSegment[], due: readonly KeptSegment[]): boolean {
  const [ofKept, ofDue] = [ridsIn(kept), ridsIn(due)]
  const lists = mergeLists(kept)
  for (const list of mergeLists(due)) {
    const next = lists.next()
    if (next.done === true || next.value.key !== list.key) return false
    if (!isEqual(textsOf(next.value, ofKept), textsOf(list, ofDue))) return false
  }
  return lists.next().done === true
}

function ridsIn(segments: readonly KeptSegment[]): number[] {
  return segments.flatMap(({ table }) => [...table.rids].filter((rid) => rid > 0))
}

/** Row numbers and counts, in the order of the numbers. */
function textsOf({ places, counts }: PostingList, rids: readonly number[]): number[] {
  return [...places.entries()]
    .map(([index, place]) => [rids[place]!, counts[index]!] as const)
    .sort((a, b) => a[0] - b[0])
    .flat()
}

function isEqual(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
