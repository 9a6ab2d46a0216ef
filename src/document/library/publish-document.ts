import { MemoryError } from '../../errors.js'
import { touchBank } from '../../items/bank.js'
import { indexItems, type SegmentedItem, segmentItem } from '../../items/index-items.js'
import type { ItemId } from '../../items/item.js'
import { readBodies } from '../../items/read-bodies.js'
import type { Spine } from '../../items/spine.js'
import { requireOwnKey } from '../../items/tombstone.js'
import { type WriteOf, write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { listInt, sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import type { DocumentStatus } from '../document.js'
import { ownHeading } from '../own-heading.js'
import { addDocumentEvent } from './document-event.js'
import { type DocumentState, requireState } from './document-state.js'
import { settleDocument } from './take-out.js'

export interface PublishOptions {
  /** The latest where it is absent; an older one is restored. */
  readonly version?: number | undefined
  /** Which one was the latest when somebody looked; as it is now where it is absent. */
  readonly latest?: number | undefined
  readonly revision?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Sections that are ready for the index, of all that it does not hold yet. */
  readonly progress?: ((done: number, total: number) => void) | undefined
}

/**
 * Lets a version of a document answer: its sections go into the indexes, and those of the version before that it does not
 * have leave them, in one moment. Throws `not_found` and, where the document has another revision, `conflict`; so it does
 * where no version was named, and the latest was rejected, or another has become it, which nobody has reviewed.
 */
export async function publishDocument(
  spine: Spine,
  reach: Reach,
  id: ItemId,
  given: PublishOptions = {},
): Promise<void> {
  const found = await spine.store.read(requireState, reach.writes, id, given.revision)
  const options: Reviewed = { ...given, latest: given.latest ?? found.latest }
  for (;;) {
    const plan = await spine.store.read(planOf, reach.writes, id, options)
    // Its words are cut before the transaction, and again where it changed meanwhile.
    const segmented =
      plan.fresh.length > AHEAD_SECTIONS
        ? await indexAhead(spine, reach, id, { fresh: plan.fresh, options })
        : await segmentAll(spine, reach.writes, plan.fresh, options)
    const isDone = await write(spine, reach, 'knowledge.publish', 'knowledge.publish', () =>
      publish(spine, reach, id, { options, segmented, at: spine.env.now() }),
    )
    if (isDone) return
  }
}

interface Reviewed extends PublishOptions {
  readonly latest: number
}

/** The document, where the version to be published is still the one that was reviewed. */
function* requireReviewed(
  bank: string,
  id: ItemId,
  { version, latest, revision }: Reviewed,
): Tx<DocumentState> {
  const state = yield* requireState(bank, id, revision)
  if (version !== undefined) return state
  if (state.status === 'rejected') throw wasRejected(state)
  if (state.latest === latest) return state
  throw new MemoryError(
    'conflict',
    `the document was changed meanwhile: its latest version is ${state.latest}, not ${latest}`,
    'look at it with knowledge.show, and publish it, or the one before by its number',
  )
}

interface Plan {
  readonly state: DocumentState
  readonly number: number
  /** Sections of the version that stand in no index. */
  readonly fresh: readonly Unindexed[]
}

interface Unindexed {
  readonly rid: number
  readonly textRid: number
}

function* planOf(bank: string, id: ItemId, options: Reviewed): Tx<Plan> {
  const state = yield* requireReviewed(bank, id, options)
  const number = options.version ?? state.latest
  const row = yield* get<{ rid: number }>(sql`
    select rid from document_version where bank = ${bank} and item_rid = ${state.rid} and number = ${number}`)
  if (row === undefined) {
    throw new MemoryError(
      'not_found',
      `the document has no version ${number}`,
      `its versions are 1 to ${state.latest}`,
    )
  }
  const fresh = yield* all<Unindexed>(sql`
    select i.rid, i.text_rid as "textRid" from document_section p
    join item i on i.bank = p.bank and i.rid = p.item_rid
    where p.bank = ${bank} and p.version_rid = ${row.rid} and i.quotes = 1 order by p.seq`)
  return { state, number, fresh }
}

async function segmentAll(
  { store, env }: Spine,
  bank: string,
  fresh: readonly Unindexed[],
  { progress, signal }: Pick<PublishOptions, 'progress' | 'signal'>,
): Promise<ReadonlyMap<number, SegmentedItem>> {
  const segmented = new Map<number, SegmentedItem>()
  for (let at = 0; at < fresh.length; at += PAGE_SECTIONS) {
    signal?.throwIfAborted()
    const page = fresh.slice(at, at + PAGE_SECTIONS)
    const texts = await store.read(
      readBodies,
      bank,
      page.map(({ textRid }) => textRid),
    )
    for (const { rid, textRid } of page) {
      const text = texts.get(textRid)
      // Deleted meanwhile: the transaction finds out.
      if (text !== undefined) segmented.set(rid, segmentItem(rid, textRid, text, ownHeading(text)))
    }
    progress?.(Math.min(at + PAGE_SECTIONS, fresh.length), fresh.length)
    // Others of this process go on between pages.
    if (fresh.length > PAGE_SECTIONS) await env.sleep(0)
  }
  return segmented
}

// Some tens of milliseconds of the event loop.
const PAGE_SECTIONS = 128

interface Publishing {
  readonly options: Reviewed
  readonly segmented: ReadonlyMap<number, SegmentedItem>
  readonly at: number
}

/**
 * Puts the sections of a large version into the indexes, so that no transaction is long. Search shows nothing that the
 * published version does not hold, so nobody sees them before it is published. Broken off, publishing goes on from
 * there.
 */
async function indexAhead(
  spine: Spine,
  reach: Reach,
  id: ItemId,
  { fresh, options }: { readonly fresh: readonly Unindexed[]; readonly options: Reviewed },
): Promise<ReadonlyMap<number, SegmentedItem>> {
  const bank = reach.writes
  for (let from = 0; from < fresh.length; from += AHEAD_SECTIONS) {
    const page = fresh.slice(from, from + AHEAD_SECTIONS)
    const segmented = await segmentAll(spine, bank, page, {
      signal: options.signal,
      progress: (done) => options.progress?.(from + done, fresh.length),
    })
    const at = spine.env.now()
    await write(spine, reach, 'knowledge.publish', 'knowledge.publish', function* ahead() {
      yield* requireOwnKey(spine)
      const state = yield* requireReviewed(bank, id, options)
      yield* run(sql`update document set writing_at = ${at} where bank = ${bank} and item_rid = ${state.rid}`)
      const missing = yield* all<Unindexed>(sql`
        select i.rid, i.text_rid as "textRid" from ${listInt(page.map(({ rid }) => rid))} as listed
        cross join item i where i.bank = ${bank} and i.rid = listed.value and i.quotes = 1`)
      const change = yield* indexItems(
        spine,
        bank,
        missing.flatMap(({ rid }) => segmented.get(rid) ?? []),
      )
      yield* touchBank(reach, at, change)
      return { result: undefined, effect: { ids: [id], counts: { indexed: change.items } } }
    })
  }
  return new Map()
}

// Some tenths of a second: what others of this store wait for at most, but for the last transaction, which takes out what
// the version before held alone.
const AHEAD_SECTIONS = 2_000

/** False where the document is not as it was when its words were cut. */
function* publish(
  spine: Spine,
  reach: Reach,
  id: ItemId,
  { options, segmented, at }: Publishing,
): Tx<WriteOf<boolean>> {
  const bank = reach.writes
  yield* requireOwnKey(spine)
  const { state, number, fresh } = yield* planOf(bank, id, options)
  if (state.published === number && state.status === statusWith(state, number)) {
    // Another process was faster, with what both have written ahead.
    if (state.isWriting) yield* touchBank(reach, at, yield* settleDocument(spine, bank, state))
    return { result: true, effect: { ids: [], counts: {} } }
  }
  const items = fresh.flatMap(({ rid }) => segmented.get(rid) ?? [])
  if (items.length < fresh.length) return { result: false, effect: { ids: [], counts: {} } }
  const into = yield* indexItems(spine, bank, items)
  yield* run(sql`
    update document set status = ${statusWith(state, number)}, published = ${number}, revision = revision + 1,
      updated_at = ${at}
    where bank = ${bank} and item_rid = ${state.rid}`)
  const out = yield* settleDocument(spine, bank, state)
  yield* addDocumentEvent(reach, state.rid, { at, event: 'published', version: number })
  yield* touchBank(reach, at, { items: into.items + out.items, words: into.words + out.words })
  return { result: true, effect: { ids: [id], counts: { indexed: into.items, removed: -out.items } } }
}

function wasRejected({ latest }: DocumentState): MemoryError {
  const before = latest === 1 ? '' : `, with \`version\` ${latest - 1} the one before`
  return new MemoryError(
    'conflict',
    `version ${latest} was rejected`,
    `knowledge.publish with \`version\` ${latest} publishes it all the same${before}`,
  )
}

/** Of the latest version, once this one answers. */
function statusWith({ status, latest }: DocumentState, number: number): DocumentStatus {
  if (number === latest) return 'ready'
  return status === 'ready' ? 'withdrawn' : status
}
