import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Env } from '../clock.js'
import { inInt, sql } from '../store/sql.js'
import { all, get, run, type Tx } from '../store/statement.js'
import type { Store } from '../store/store.js'
import { chooseMerge, type MergeableSegment } from './choose-merge.js'
import { freshNumber } from './fresh-number.js'
import { keptSegment, segmentFromTerms } from './kept-segments.js'
import { type KeptSegment, mergeLists, mergeTables } from './merge-lists.js'
import { type PostingRow, packRows } from './posting-row.js'
import { dropUnused } from './remove-texts.js'
import { packTable, type TextTable } from './text-table.js'
import { addSegment, type SegmentPlace, writeRows } from './write-segment.js'

/** How a merge ended: there was nothing to do, another process does it, what it read was changed meanwhile. */
export type MergeOutcome = 'merged' | 'nothing' | 'claimed' | 'changed'

/**
 * Makes one segment of several of a bank, where there are enough of a size. In small transactions, between which others
 * write: the new one is searched from the last on, which is only committed if nothing was forgotten of the old ones. A
 * process that dies leaves rows that the next one drops.
 *
 * @param store held to the bank
 */
export async function mergeSegments(
  store: Store,
  env: Env,
  bank: string,
  isEnding: () => boolean,
): Promise<MergeOutcome> {
  const merging = await store.tx(claim, env, bank, chooseMerge)
  if (merging === 'claimed') return 'claimed'
  if (merging.segments.length === 0) {
    await sweep(store, bank, isEnding)
    return 'nothing'
  }
  const kept: KeptSegment[] = []
  for (const { segment } of merging.segments) kept.push(await keptSegment(store, { bank, segment }))
  return replaceSegments(store, env, merging, kept, isEnding)
}

/**
 * Makes a segment anew from the terms of its texts, whatever its rows say.
 *
 * @param except texts that have another place
 * @param store held to the bank
 */
export async function remakeSegment(
  store: Store,
  env: Env,
  { bank, segment }: SegmentPlace,
  except: ReadonlySet<number>,
): Promise<MergeOutcome> {
  const merging = await store.tx(claim, env, bank, (all) => all.filter((one) => one.segment === segment))
  if (merging === 'claimed') return 'claimed'
  if (merging.segments.length === 0) return 'nothing'
  return replaceSegments(
    store,
    env,
    merging,
    await segmentFromTerms(store, { bank, segment }, except),
    () => false,
  )
}

async function replaceSegments(
  store: Store,
  env: Env,
  { segments, merge }: Merging,
  kept: readonly KeptSegment[],
  isEnding: () => boolean,
): Promise<MergeOutcome> {
  const table = mergeTables(kept)
  await store.tx(beginSegment, merge, table)
  const rows = packRows(mergeLists(kept))
  for (;;) {
    const page = takePage(rows)
    if (page.length === 0) break
    if (isEnding()) {
      await store.tx(giveUp, merge)
      return 'changed'
    }
    if (!(await store.tx(writePage, env, merge, page))) return 'changed'
    await nextTurn()
  }
  const isDone = await store.tx(putInPlace, merge, segments, freshNumber(env))
  await sweep(store, merge.bank, isEnding)
  return isDone ? 'merged' : 'changed'
}

/** A merge that this process has claimed. */
interface Merge extends SegmentPlace {
  readonly claimant: number
}

/** A claimant that has not written for so long is gone. */
const CLAIM_MS = 30_000

interface Merging {
  readonly segments: readonly MergeableSegment[]
  readonly merge: Merge
}

function* claim(
  env: Env,
  bank: string,
  choose: (segments: readonly MergeableSegment[]) => readonly MergeableSegment[],
): Tx<Merging | 'claimed'> {
  const now = env.now()
  const held = yield* get<{ until: number }>(sql`select until from posting_merge where bank = ${bank}`)
  if (held !== undefined && held.until > now && held.until <= now + CLAIM_MS) return 'claimed'
  const segments = choose(
    yield* all<MergeableSegment>(sql`
      select segment, texts, gone from posting_segment where bank = ${bank} and state = 1 order by segment`),
  )
  const merge = { bank, segment: freshNumber(env), claimant: freshNumber(env) }
  if (segments.length === 0) {
    // Of one who died.
    yield* run(sql`update posting_segment set state = 2 where bank = ${bank} and state = 0`)
    yield* run(sql`delete from posting_merge where bank = ${bank}`)
    return { segments, merge }
  }
  yield* dropUnused(bank)
  yield* run(sql`
    insert into posting_merge (bank, claimant, until) values (${bank}, ${merge.claimant}, ${now + CLAIM_MS})`)
  return { segments, merge }
}

function* isMine({ bank, claimant }: Merge): Tx<boolean> {
  const claim = yield* get<{ claimant: number }>(sql`select claimant from posting_merge where bank = ${bank}`)
  return claim?.claimant === claimant
}

/** Bytes that are written in one transaction: some milliseconds. */
const WRITE_BYTES = 256 * 1024

function* beginSegment(merge: Merge, table: TextTable): Tx<void> {
  if (!(yield* isMine(merge))) return
  yield* addSegment(merge, table, { stamp: 0, isMade: false })
  yield* writeRows(merge, [...packTable(table)])
}

function takePage(rows: Iterator<PostingRow>): PostingRow[] {
  const page: PostingRow[] = []
  for (let bytes = 0; bytes < WRITE_BYTES; ) {
    const next = rows.next()
    if (next.done === true) break
    page.push(next.value)
    bytes += next.value.content.length
  }
  return page
}

function* writePage(env: Env, merge: Merge, page: readonly PostingRow[]): Tx<boolean> {
  if (!(yield* isMine(merge))) return false
  yield* run(sql`update posting_merge set until = ${env.now() + CLAIM_MS} where bank = ${merge.bank}`)
  yield* writeRows(merge, page)
  return true
}

/** Another process may begin at once. */
function* giveUp(merge: Merge): Tx<void> {
  if (yield* isMine(merge)) yield* dropUnused(merge.bank)
}

/** From now on the new one is searched, unless nothing is in it, and the old ones are on their way out. */
function* putInPlace(merge: Merge, segments: readonly MergeableSegment[], stamp: number): Tx<boolean> {
  const { bank, segment } = merge
  if (!(yield* isMine(merge))) return false
  yield* run(sql`delete from posting_merge where bank = ${bank}`)
  yield* run(sql`
    update posting_segment set state = 2
    where bank = ${bank} and segment ${inInt(segments.map((one) => one.segment))}`)
  yield* run(sql`
    update posting_segment set state = case when texts = 0 then 2 else 1 end, stamp = ${stamp}
    where bank = ${bank} and segment = ${segment}`)
  return true
}

/** Removes what merges have left, in small transactions. */
async function sweep(store: Store, bank: string, isEnding: () => boolean): Promise<void> {
  while (!isEnding() && (await store.tx(sweepPage, bank))) await nextTurn()
}

const SWEEP_ROWS = 128

function* sweepPage(bank: string): Tx<boolean> {
  const rows = yield* all<{ segment: number; token: number }>(sql`
    select p.segment, p.token from posting_segment s
    cross join posting p
    where s.bank = ${bank} and s.state = 2 and p.bank = s.bank and p.segment = s.segment limit ${SWEEP_ROWS}`)
  if (rows.length === 0) {
    yield* run(sql`delete from posting_segment where bank = ${bank} and state = 2`)
    return false
  }
  for (const segment of new Set(rows.map((row) => row.segment))) {
    const tokens = rows.filter((row) => row.segment === segment).map(({ token }) => token)
    yield* run(sql`
      delete from posting where bank = ${bank} and segment = ${segment} and token ${inInt(tokens)}`)
  }
  return true
}
