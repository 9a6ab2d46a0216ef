import { MemoryError, tellError } from '../../errors.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import type { ChatModels } from '../../model/chat/chat-models.js'
import { unlessAborted } from '../../model/unless-aborted.js'
import type { Reach } from '../../reach.js'
import type { ReadLog } from '../../read-log.js'
import { findMeaning, isMissingByChoice } from '../../search/vectors/find-meaning.js'
import { formatMoment } from '../../text/zone.js'
import type { MemoryRecord } from '../records/record.js'
import { countRecalled } from '../records/record-rows.js'
import type { RecordStore } from '../records/record-store.js'
import { selectByWords } from './lexical-selector.js'
import { type Manifest, type ManifestEntry, readManifest } from './manifest.js'
import { selectByMeaning } from './meaning-selector.js'
import { selectByModel } from './model-selector.js'
import { plainRequest } from './plain-request.js'
import { recallBlock } from './recall-block.js'
import { withEvidence } from './recall-evidence.js'
import { compactRecall, type RecallFailure, type RecallResult, type SelectorName } from './recall-result.js'

/** What a recall works with. */
export interface RecallWorld {
  readonly spine: Spine
  readonly records: RecordStore
  readonly models: ChatModels
  readonly readLog: ReadLog
}

export interface RecallWanted {
  /** What is to be done, in anybody's words. */
  readonly request: string
  /** At most {@link RECALL_MAX}. */
  readonly limit: number
  /** `lexical`: by words alone; `auto`: by the model for it, else by words and meaning. */
  readonly select: 'auto' | 'lexical'
  readonly signal?: AbortSignal | undefined
}

/** Bodies that one recall returns at most. */
export const RECALL_MAX = 5

/**
 * Finds the records that a request needs, in three steps: a manifest of what there is, a selector that chooses from it,
 * and the bodies of what was chosen, which count as used. Whatever fails, the caller's task goes on: there are no
 * records then, and the reason. Throws `denied` and `invalid_input` alone.
 */
export async function recallRecords(
  world: RecallWorld,
  reach: Reach,
  wanted: RecallWanted,
): Promise<RecallResult> {
  const step: Progress = {
    manifest: { entries: [], beyond: 0, total: 0, problems: 0 },
    failsAs: 'records_unavailable',
  }
  const result = await recalled(world, reach, wanted, step).catch((error: unknown) =>
    failed(step, error, wanted.signal),
  )
  const { spine, readLog } = world
  const ids = result.records.map(({ id }) => id)
  const at = spine.env.now()
  readLog.record(
    reach,
    'record.recall',
    { records: ids.length, manifest: result.manifest.size },
    ids.length === 0 ? undefined : () => countRecalled(reach, ids, at),
  )
  return result
}

/** How far a recall has come, for whoever has to say why it failed. */
interface Progress {
  manifest: Manifest
  failsAs: RecallFailure
}

async function recalled(
  world: RecallWorld,
  reach: Reach,
  wanted: RecallWanted,
  step: Progress,
): Promise<RecallResult> {
  const { request, select, signal = new AbortController().signal } = wanted
  signal.throwIfAborted()
  const meaning = select === 'auto' ? ('at once' as const) : ('no' as const)
  step.manifest = await unlessAborted(readManifest(world, reach, { request, meaning, signal }), signal)
  if (step.manifest.entries.length === 0) return resultOf(step, { outcome: 'no_records' })
  step.failsAs = 'selector_failed'
  const choice = await unlessAborted(choose(world, reach, { ...wanted, signal }, step), signal)
  const { how, dropped, missing } = choice
  if (choice.failure !== null)
    return resultOf(step, { outcome: 'failed', how, missing, failure: choice.failure })
  const ids = offeredOnly(choice.ids, step.manifest.entries)
  if (ids.length === 0) return resultOf(step, { outcome: 'nothing_relevant', how, missing, dropped })
  step.failsAs = 'bodies_unavailable'
  const bodies = await unlessAborted(readBodies(world.records, reach, ids), signal)
  const records = bodies.flatMap(({ record }) => record ?? [])
  const lost = bodies.flatMap(({ id, record }) => (record === undefined ? id : []))
  const { zone } = world.spine
  return resultOf(step, {
    outcome: records.length === 0 ? 'failed' : 'recalled',
    failure:
      records.length === 0
        ? { reason: 'bodies_unavailable', detail: 'what was chosen is gone, or cannot be read' }
        : null,
    how,
    records,
    block: recallBlock(records, (at) => dayOf(at, zone)),
    dropped,
    lost,
    missing,
  })
}

interface Choice {
  readonly how: SelectorName
  readonly ids: readonly ItemId[]
  readonly dropped: readonly string[]
  readonly missing: RecallResult['missing']
  readonly failure: RecallResult['failure']
}

async function choose(
  world: RecallWorld,
  reach: Reach,
  wanted: RecallWanted & { readonly signal: AbortSignal },
  { manifest: { entries } }: Progress,
): Promise<Choice> {
  const { spine, models } = world
  const { request, limit, select, signal } = wanted
  if (select === 'lexical') return chooseByEvidence(world, reach, wanted, entries, {})
  const options = { limit, signal, dayOf: (at: number) => dayOf(at, spine.zone) }
  const selection = await selectByModel(models, reach, request, entries, options)
  switch (selection.outcome) {
    case 'chosen':
      return { how: 'model', ids: selection.ids, dropped: selection.dropped, missing: {}, failure: null }
    case 'failed':
      return {
        how: 'model',
        ids: [],
        dropped: [],
        missing: {},
        failure: { reason: selection.reason, detail: selection.detail },
      }
    case 'unused': {
      const missing = selection.reason === 'off' ? {} : { model: selection.detail }
      return chooseByEvidence(world, reach, wanted, entries, missing)
    }
  }
}

/** Without a model: by words, and by meaning where an embedder is ready and has read the records. */
async function chooseByEvidence(
  { spine }: RecallWorld,
  reach: Reach,
  { request, limit, select, signal }: RecallWanted,
  entries: readonly ManifestEntry[],
  missing: RecallResult['missing'],
): Promise<Choice> {
  const meanings = await findMeaning(spine, reach.reads, {
    text: plainRequest(request),
    isNarrowed: false,
    wanted: select === 'auto' ? 'at once' : 'no',
    signal,
  })
  const judged = await spine.store.read(withEvidence, entries, meanings)
  const reasons = [...meanings.values()].flatMap((one) => (one.outcome === 'missing' ? one.reason : []))
  const untold = reasons.filter((reason) => !isMissingByChoice(reason))
  const hasMeaning = judged.some(({ nearness }) => nearness !== null)
  return {
    how: hasMeaning ? 'meaning' : 'lexical',
    ids: hasMeaning ? selectByMeaning(request, judged, limit) : selectByWords(request, judged, limit),
    dropped: [],
    missing: untold[0] === undefined ? missing : { ...missing, vectors: untold[0] },
    failure: null,
  }
}

/** Whatever a selector says: nothing but what it was offered, each once. */
function offeredOnly(ids: readonly ItemId[], entries: readonly ManifestEntry[]): ItemId[] {
  const offered = new Set(entries.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => offered.has(id)).slice(0, RECALL_MAX) // slice-ok: a list
}

/** One that is gone, or cannot be read, keeps none of the others back. */
async function readBodies(
  records: RecordStore,
  reach: Reach,
  ids: readonly ItemId[],
): Promise<{ readonly id: ItemId; readonly record: MemoryRecord | undefined }[]> {
  const bodies: { readonly id: ItemId; readonly record: MemoryRecord | undefined }[] = []
  for (const id of ids) {
    const record = await records.read(reach, id).catch((error: unknown) => {
      if (isCallers(error)) throw error
      return undefined
    })
    bodies.push({ id, record })
  }
  return bodies
}

function failed(
  { manifest, failsAs }: Progress,
  error: unknown,
  signal: AbortSignal | undefined,
): RecallResult {
  if (signal?.aborted === true)
    return resultOf(
      { manifest },
      { outcome: 'failed', failure: { reason: 'aborted', detail: 'the caller gave up' } },
    )
  if (isCallers(error)) throw error
  const detail = tellError(error)
  const isOfStore = failsAs === 'selector_failed' && error instanceof MemoryError
  const reason = isOfStore ? 'records_unavailable' : failsAs
  return resultOf({ manifest }, { outcome: 'failed', failure: { reason, detail } })
}

/** What the caller did wrong, and can do otherwise. */
function isCallers(error: unknown): boolean {
  return error instanceof MemoryError && (error.code === 'denied' || error.code === 'invalid_input')
}

function resultOf(
  { manifest: { entries, beyond, total, problems } }: Pick<Progress, 'manifest'>,
  known: Partial<RecallResult> & Pick<RecallResult, 'outcome'>,
): RecallResult {
  const empty = { failure: null, how: null, records: [], block: '', dropped: [], lost: [], missing: {} }
  const result = { ...empty, ...known }
  return {
    ...result,
    compact: compactRecall(result),
    manifest: { size: entries.length, beyond, total, problems },
  }
}

function dayOf(at: number, zone: string): string {
  return formatMoment(at, zone).substring(0, 10) // slice-ok: ASCII
}
