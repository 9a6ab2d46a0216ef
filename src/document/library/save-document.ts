import type { PreparedItem } from '../../items/add.js'
import { touchBank } from '../../items/bank.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { liftTombstone, requireOwnKey } from '../../items/tombstone.js'
import { type WriteOf, write } from '../../items/write.js'
import { type Reach, requireCapability } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import { placeKey } from '../place-key.js'
import { addDocumentEvent } from './document-event.js'
import { type DocumentState, documentState, requireState } from './document-state.js'
import { documentItem, insertDocument } from './insert-document.js'
import { type DocumentOrigin, knownDocument } from './known-document.js'
import { contentHash, type DocumentDraft, type PreparedVersion, prepareVersion } from './prepare-version.js'
import { setTitle } from './set-title.js'
import { dropUnfinished } from './sweep-abandoned.js'
import { settleDocument } from './take-out.js'
import { addSections, insertVersion } from './version-rows.js'

/** Which document a text is to be a version of. */
export type SaveTarget =
  /** One that is there. */
  | { readonly document: ItemId; readonly revision?: number | undefined }
  /** That which came from there, or a new one. */
  | DocumentOrigin
  /** The one that says exactly this, or a new one. */
  | { readonly source: null }

export interface SaveOptions {
  readonly operation: 'knowledge.import' | 'knowledge.edit'
  /** Let the published version answer until the new one is published. Else it leaves retrieval at once. */
  readonly keepPublished?: boolean | undefined
  /** Also where the same text was forgotten. */
  readonly again?: boolean | undefined
}

export type Saved =
  | {
      readonly outcome: 'added' | 'changed' | 'unchanged'
      readonly id: ItemId
      readonly version: number
      /** Whether it waits for review. */
      readonly isPending: boolean
    }
  /** The same text was forgotten at this time, and stays so. */
  | { readonly outcome: 'forgotten'; readonly at: number }

/**
 * Keeps a text as a new version of a document, pending until it is reviewed: the published one leaves retrieval, unless
 * it is to be kept. A text that is the latest version already changes nothing. Throws `conflict` where the document has
 * another revision by now, `not_found` where it is gone.
 */
export async function saveDocument(
  spine: Spine,
  reach: Reach,
  draft: DocumentDraft,
  target: SaveTarget,
  options: SaveOptions,
): Promise<Saved> {
  if (options.again === true) requireCapability(reach, 'memory.forget', `${options.operation} with again`)
  const bank = reach.writes
  const hash = contentHash(spine, bank, draft.text)
  for (;;) {
    const seen = await spine.store.read(function* look() {
      return yield* meant(spine, bank, target, { hash })
    })
    // What changes nothing is the most of an import that is made again: it is not cut up, and leaves no trace.
    if (seen !== undefined && isSame(seen, hash) && !('document' in target)) {
      if (isPlacedAnew(spine, bank, target, seen)) await placeAnew(spine, reach, target, options)
      return asItWas(seen)
    }
    const id = 'document' in target ? target.document : (seen?.id ?? (spine.env.newId() as ItemId))
    const saving: Saving = {
      id,
      isKnown: seen !== undefined,
      target,
      version: prepareVersion(spine, reach, id, draft),
      item: documentItem(spine, reach, id, draft.title),
      at: spine.env.now(),
      options,
    }
    await writeAhead(spine, reach, saving)
    const saved = await write(spine, reach, options.operation, 'knowledge.write', () =>
      save(spine, reach, saving),
    )
    // Another process was faster: its document is the one.
    if (saved !== undefined) return saved
  }
}

/** What would become of it, without writing; the id is null where it would be a new document. */
export async function foreseeSave(
  spine: Spine,
  reach: Reach,
  draft: DocumentDraft,
  target: SaveTarget,
  options: SaveOptions,
): Promise<Foreseen> {
  const bank = reach.writes
  const hash = contentHash(spine, bank, draft.text)
  return spine.store.read(function* look(): Tx<Foreseen> {
    const known = yield* meant(spine, bank, target, { hash })
    if (known !== undefined && isSame(known, hash)) return asItWas(known)
    const forgotten = yield* forgottenAt(bank, hash)
    if (forgotten !== undefined && options.again !== true) return { outcome: 'forgotten', at: forgotten }
    const version = (known?.latest ?? 0) + 1
    return version === 1
      ? { outcome: 'added', id: null, version, isPending: true }
      : { outcome: 'changed', id: known?.id ?? null, version, isPending: true }
  })
}

export type Foreseen =
  | Extract<Saved, { outcome: 'forgotten' }>
  | {
      readonly outcome: 'added' | 'changed' | 'unchanged'
      readonly id: ItemId | null
      readonly version: number
      readonly isPending: boolean
    }

interface Saving {
  readonly id: ItemId
  /** Whether the document was there when its sections were made. */
  readonly isKnown: boolean
  readonly target: SaveTarget
  readonly version: PreparedVersion
  readonly item: PreparedItem
  readonly at: number
  readonly options: SaveOptions
}

const nothing = { ids: [], counts: {} }

/**
 * Writes the sections of a large version, so that no transaction is long: nobody sees them before the version is there.
 * Broken off, the next import of the same file goes on, and any other clears them away (./sweep-abandoned.ts).
 */
async function writeAhead(spine: Spine, reach: Reach, saving: Saving): Promise<void> {
  const { version, options, at } = saving
  if (version.sections.length <= PAGE_SECTIONS) return
  for (let from = 0; from < version.sections.length; from += PAGE_SECTIONS) {
    const page = version.sections.slice(from, from + PAGE_SECTIONS)
    const isGoingOn = await write(spine, reach, options.operation, 'knowledge.write', function* ahead() {
      const judged = yield* judge(spine, reach, saving)
      // What becomes of it, the last transaction says.
      if ('saved' in judged) return { result: false, effect: nothing }
      const state = yield* documentOf(spine, reach, saving, judged.known)
      yield* run(
        sql`update document set writing_at = ${at} where bank = ${reach.writes} and item_rid = ${state.rid}`,
      )
      yield* addSections(reach, state, page)
      yield* touchBank(reach, at, { items: 0, words: 0 })
      return { result: true, effect: { ids: [state.id], counts: { section: page.length } } }
    })
    if (!isGoingOn) return
  }
}

// A tenth of a second or two.
const PAGE_SECTIONS = 2_000

function* save(spine: Spine, reach: Reach, saving: Saving): Tx<WriteOf<Saved | undefined>> {
  const bank = reach.writes
  const { version, at, options } = saving
  const judged = yield* judge(spine, reach, saving)
  if ('saved' in judged) {
    if (!saving.isKnown) yield* dropUnfinished(bank, saving.id)
    return { result: judged.saved, effect: nothing }
  }
  if (options.again === true) yield* liftTombstone(reach, version.contentHash)
  const state = yield* documentOf(spine, reach, saving, judged.known)
  const number = state.latest + 1
  const rids = yield* addSections(reach, state, version.sections)
  yield* insertVersion(spine, bank, state.rid, { number, at, version, rids })
  const keeps = options.keepPublished ?? false
  const placed = givenPlace(spine, bank, saving.target) ?? state.placeKey
  const published = keeps ? state.published : null
  if (judged.known !== undefined) yield* setTitle(bank, state, version.title)
  yield* run(sql`
    update document set status = 'pending', latest = ${number}, published = ${published},
      keep_published = ${keeps ? 1 : 0}, place_key = ${placed}, revision = revision + 1,
      updated_at = ${at}
    where bank = ${bank} and item_rid = ${state.rid}`)
  const gone = yield* settleDocument(spine, bank, state)
  if (state.published !== null && published === null)
    yield* addDocumentEvent(reach, state.rid, { at, event: 'withdrawn', version: state.published })
  const event = options.operation === 'knowledge.edit' ? 'edited' : 'imported'
  yield* addDocumentEvent(reach, state.rid, { at, event, version: number })
  yield* touchBank(reach, at, gone)
  return {
    result: { outcome: number === 1 ? 'added' : 'changed', id: state.id, version: number, isPending: true },
    effect: { ids: [state.id], counts: { document_version: 1, ...sectionsIn(version) } },
  }
}

/** Those that were written ahead are in the audit trail already. */
function sectionsIn({ sections }: PreparedVersion): { section?: number } {
  return sections.length <= PAGE_SECTIONS ? { section: sections.length } : {}
}

/** What becomes of a text, where that is no new version; undefined where its sections were made for another document. */
function* judge(
  spine: Spine,
  reach: Reach,
  { id, isKnown, target, version, options }: Saving,
): Tx<{ readonly saved: Saved | undefined } | { readonly known: DocumentState | undefined }> {
  const bank = reach.writes
  yield* requireOwnKey(spine)
  const known =
    'document' in target
      ? yield* requireState(bank, target.document, target.revision)
      : yield* meant(spine, bank, target, { hash: version.contentHash, id })
  if (known !== undefined && isSame(known, version.contentHash)) return { saved: asItWas(known) }
  if (known !== undefined ? known.id !== id : isKnown) return { saved: undefined }
  const forgotten = yield* forgottenAt(bank, version.contentHash)
  if (forgotten !== undefined && options.again !== true)
    return { saved: { outcome: 'forgotten', at: forgotten } }
  return { known }
}

function* documentOf(
  spine: Spine,
  reach: Reach,
  { item, target, at }: Saving,
  known: DocumentState | undefined,
): Tx<DocumentState> {
  const source = 'source' in target ? target.source : null
  const place = 'place' in target ? target.place : undefined
  return known ?? (yield* insertDocument(spine, reach, { item, source, place, at }))
}

/** Without a name it is known by what it says, and while it is being written by its id. */
function* meant(
  spine: Spine,
  bank: string,
  target: SaveTarget,
  { hash, id = null }: { readonly hash: Uint8Array; readonly id?: ItemId | null },
): Tx<DocumentState | undefined> {
  if ('document' in target) return yield* documentState(bank, sql`d.item_id = ${target.document}`)
  if (target.source !== null) return yield* knownDocument(spine, bank, target)
  // Another process may have been faster: its document is the one, and this one never came to be.
  const same = yield* documentState(bank, sql`v.content_hash = ${hash}`)
  return same ?? (yield* documentState(bank, sql`d.item_id = ${id}`))
}

function givenPlace(spine: Spine, bank: string, target: SaveTarget): Uint8Array | null {
  return 'place' in target && target.place !== undefined ? placeKey(spine, bank, target.place) : null
}

/** Whether a place is given that is not known as the document's. */
function isPlacedAnew(
  spine: Spine,
  bank: string,
  target: SaveTarget,
  { placeKey: known }: DocumentState,
): target is DocumentOrigin {
  const given = givenPlace(spine, bank, target)
  return given !== null && (known === null || Buffer.compare(known, given) !== 0)
}

function placeAnew(
  spine: Spine,
  reach: Reach,
  target: DocumentOrigin,
  { operation }: SaveOptions,
): Promise<void> {
  const bank = reach.writes
  return write(spine, reach, operation, 'knowledge.write', function* place() {
    const known = yield* knownDocument(spine, bank, target)
    if (known === undefined) return { result: undefined, effect: nothing }
    const given = givenPlace(spine, bank, target)
    yield* run(sql`update document set place_key = ${given} where bank = ${bank} and item_rid = ${known.rid}`)
    return { result: undefined, effect: { ids: [known.id], counts: {} } }
  })
}

function asItWas({ id, latest, status }: DocumentState) {
  return { outcome: 'unchanged', id, version: latest, isPending: status === 'pending' } as const
}

function isSame({ contentHash: known }: DocumentState, hash: Uint8Array): boolean {
  return known !== null && Buffer.compare(known, hash) === 0
}

function* forgottenAt(bank: string, hash: Uint8Array): Tx<number | undefined> {
  const row = yield* get<{ at: number }>(
    sql`select forgotten_at as at from tombstone where bank = ${bank} and identity = ${hash}`,
  )
  return row?.at
}
