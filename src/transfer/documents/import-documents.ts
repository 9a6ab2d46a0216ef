import { draftOf, type ReadDocument } from '../../document/library/draft-document.js'
import { type DocumentOrigin, knownDocument } from '../../document/library/known-document.js'
import {
  documentsThatSay,
  moveDocument,
  renameDocument,
  type SameDocument,
} from '../../document/library/move-document.js'
import { contentHash } from '../../document/library/prepare-version.js'
import { foreseeSave, type SaveOptions, saveDocument } from '../../document/library/save-document.js'
import { sweepAbandoned } from '../../document/library/sweep-abandoned.js'
import { versionText } from '../../document/library/version-text.js'
import { placeKey } from '../../document/place-key.js'
import { type ErrorCode, MemoryError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { isOneLine } from '../../text/one-line.js'
import { isWellFormed } from '../../text/well-formed.js'
import { type Cover, coveredBy } from './covered.js'
import { createImportTally, type ImportReport, type SettledDocument } from './import-report.js'
import { type GivenDocument, readDocument } from './read-document.js'

export interface ImportDocumentsOptions extends Omit<SaveOptions, 'operation'> {
  readonly dryRun: boolean
  /** What was looked through as a whole: a file that was there, and is not given, has moved to where its text is now. */
  readonly covers?: readonly Cover[] | undefined
  /** These places are where documents of these names come from now. */
  readonly takeOver?: boolean | undefined
  /** A document of the same place is called as it is given. */
  readonly rename?: boolean | undefined
  /** Of one file. */
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((done: { readonly files: number; readonly bytes: number }) => void) | undefined
}

/**
 * Takes files in as documents, pending until they are reviewed. What is known already changes nothing, what has another
 * text than before becomes a new version, and a file that has moved keeps its document. Each file is kept by itself: one that
 * cannot be taken never stops the rest.
 */
export async function importDocuments(
  spine: Spine,
  reach: Reach,
  files: AsyncIterable<GivenDocument> | Iterable<GivenDocument>,
  options: ImportDocumentsOptions,
): Promise<ImportReport> {
  const tally = createImportTally(options.dryRun)
  if (!options.dryRun) await sweepAbandoned(spine, reach)
  const paths = new Set<string>()
  const places = new Set<string>()
  const keyOf = (place: string) => placeKey(spine, reach.writes, place)
  const isCovered = coveredBy(options.covers ?? [], keyOf)
  const elsewhere: Elsewhere[] = []
  const moved = new Set<string>()
  let batch: Promise<void>[] = []
  let batchBytes = 0
  let done = { files: 0, bytes: 0 }

  const settle = async () => {
    await Promise.all(batch)
    batch = []
    batchBytes = 0
    options.progress?.(done)
    options.signal?.throwIfAborted()
  }

  const one = async (file: GivenDocument, draft: ReadDocument) => {
    const { path, place } = file
    const hash = contentHash(spine, reach.writes, draft.text)
    await told(path, async () => {
      if (path !== null && (await isKnownElsewhere(spine, reach, { ...options, source: path, place }, hash)))
        elsewhere.push({ path, place, hash, title: draft.title })
      else tally.settle(await keep(spine, reach, draft, file, options))
    })
  }

  /** What is wrong with one file is told, and the others go on. */
  const told = async (path: string | null, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (!isOfTheFile(error)) throw error
      tally.fail({ path, line: null, reason: error.message, hint: error.hint ?? null })
    }
  }

  for await (const file of files) {
    await told(file.path, async () => {
      if (file.path !== null) claimPath(paths, file.path)
      if (file.place !== undefined) places.add(hex(keyOf(file.place)))
      const draft = await readDocument(file, options.maxBytes)
      tally.read(draft.bytes)
      done = { files: done.files + 1, bytes: done.bytes + draft.bytes }
      for (const { line, reason, detail } of draft.problems)
        tally.warn({ path: file.path, line, reason: `${reason}: ${detail}`, hint: KEPT_HINT })
      batch.push(one(file, draft))
      batchBytes += draft.bytes
    })
    if (batch.length >= BATCH_FILES || batchBytes >= BATCH_BYTES) await settle()
  }
  await settle()
  // Only now it is known which of the old places are still there.
  for (const file of elsewhere) {
    await told(file.path, async () => tally.settle(await settleElsewhere(file)))
    options.signal?.throwIfAborted()
  }
  return tally.report()

  async function settleElsewhere({ path, place, hash, title }: Elsewhere): Promise<SettledDocument> {
    const same = await spine.store.read(documentsThatSay, reach.writes, hash)
    const left = same.find((one) => !moved.has(one.id) && isGone(one))
    const to = { source: path, place }
    if (left !== undefined && (options.dryRun || (await moveDocument(spine, reach, left.id, to)))) {
      moved.add(left.id)
      const isPending = left.status === 'pending'
      return { path, outcome: 'moved', id: left.id, title, version: left.latest, isPending }
    }
    const [first] = same
    if (first === undefined) throw changedMeanwhile()
    const text = await spine.store.read(versionText, reach.writes, first.versionRid)
    return keep(spine, reach, await draftOf(text, path, Buffer.byteLength(text)), { path, place }, options)
  }

  function isGone(one: SameDocument): boolean {
    return (
      isCovered(one) &&
      !(one.source !== null && isGiven(paths, one.source)) &&
      !(one.placeKey !== null && places.has(hex(one.placeKey)))
    )
  }
}

const KEPT_HINT =
  'the document is there with its whole text; mend the line, or the one before it, and import it again'

// Kept at once they share their commits.
const BATCH_FILES = 16
const BATCH_BYTES = 1_000_000

/** A file that is known from another place: whether it was moved or copied shows at the end. */
interface Elsewhere {
  readonly path: string
  readonly place: string | undefined
  readonly hash: Uint8Array
  readonly title: string
}

async function isKnownElsewhere(
  spine: Spine,
  reach: Reach,
  origin: DocumentOrigin,
  hash: Uint8Array,
): Promise<boolean> {
  return spine.store.read(function* look() {
    if ((yield* knownDocument(spine, reach.writes, origin)) !== undefined) return false
    return (yield* documentsThatSay(reach.writes, hash)).length > 0
  })
}

async function keep(
  spine: Spine,
  reach: Reach,
  draft: ReadDocument,
  { path, place }: Pick<GivenDocument, 'path' | 'place'>,
  { dryRun, keepPublished, again, takeOver, rename }: ImportDocumentsOptions,
): Promise<SettledDocument> {
  const options: SaveOptions = { operation: 'knowledge.import', keepPublished, again }
  const target = path === null ? { source: null } : { source: path, place, takeOver }
  const isRenamed =
    rename === true && !dryRun && target.source !== null && (await renameDocument(spine, reach, target))
  const saved = dryRun
    ? await foreseeSave(spine, reach, draft, target, options)
    : await saveDocument(spine, reach, draft, target, options)
  const { outcome } = saved
  if (outcome === 'forgotten')
    return { path, outcome, id: null, title: draft.title, version: null, isPending: false }
  const { id, version, isPending } = saved
  return {
    path,
    outcome: outcome === 'unchanged' && isRenamed ? 'moved' : outcome,
    id,
    title: draft.title,
    version,
    isPending,
  }
}

/** Throws `invalid_input` for a path that cannot be a source, or that was given before. */
function claimPath(paths: Set<string>, path: string): void {
  const wrong = wrongWith(path)
  if (wrong !== undefined)
    throw new MemoryError(
      'invalid_input',
      wrong,
      `give it a name of 1 to ${PATH_MAX_CHARS} characters on one line`,
    )
  if (isGiven(paths, path)) {
    throw new MemoryError(
      'invalid_input',
      'the path was given twice',
      'the first was taken: name the other otherwise',
    )
  }
  paths.add(path.normalize('NFC'))
}

function wrongWith(path: string): string | undefined {
  if (path === '') return 'its name is empty'
  if (path.length > PATH_MAX_CHARS) return `its name is longer than ${PATH_MAX_CHARS} characters`
  if (!isOneLine(path)) return 'its name holds a line break or another control character'
  if (!isWellFormed(path)) return 'its name holds half a character'
  return undefined
}

const PATH_MAX_CHARS = 1_024

function hex(key: Uint8Array): string {
  return Buffer.from(key).toString('hex')
}

function isGiven(paths: ReadonlySet<string>, path: string): boolean {
  return paths.has(path.normalize('NFC'))
}

/** What says something about one file, and nothing about the next. */
function isOfTheFile(error: unknown): error is MemoryError {
  return error instanceof MemoryError && CODES.has(error.code)
}

const CODES: ReadonlySet<ErrorCode> = new Set([
  'invalid_input',
  'too_large',
  'conflict',
  'not_found',
  'unsupported',
])

function changedMeanwhile(): MemoryError {
  return new MemoryError('conflict', 'the document was changed meanwhile', 'import it again')
}
