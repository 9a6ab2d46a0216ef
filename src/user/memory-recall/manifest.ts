import type { ItemId, Origin, Trust } from '../../items/item.js'
import type { FoundItem } from '../../items/read-items.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { search } from '../../search/search.js'
import type { MeaningWanted } from '../../search/vectors/find-meaning.js'
import type { RecordType } from '../records/record.js'
import type { ListedRecord, RecordStore } from '../records/record-store.js'
import { plainRequest } from './plain-request.js'

/** What a selector is told of a record: enough to judge by, and never its body. */
export interface ManifestEntry {
  readonly id: ItemId
  readonly bank: string
  readonly type: RecordType
  readonly file: string
  readonly name: string
  readonly description: string
  readonly origin: Origin
  readonly trust: Trust
  /** The later of its last change and its last recall, ms UTC. */
  readonly activeAt: number
}

/** The records that may be recalled for a request. */
export interface Manifest {
  /** At most {@link MANIFEST_MAX}: the last active first, behind them what the search found of the others. */
  readonly entries: readonly ManifestEntry[]
  /** How many of them only the search reached. */
  readonly beyond: number
  /** How many records there are. */
  readonly total: number
  /** How many files are no records, or could not be read. */
  readonly problems: number
}

export const MANIFEST_MAX = 200
/** Places that go to what the search finds, best first: so a record of long ago is not out of reach. */
const FOUND_MAX = MANIFEST_MAX / 4

export interface ManifestWanted {
  readonly request: string
  readonly meaning: MeaningWanted
  readonly signal: AbortSignal | undefined
}

/** Reads the manifest for a request. Throws what the store throws, and the signal's reason. */
export async function readManifest(
  { spine, records }: { readonly spine: Spine; readonly records: RecordStore },
  reach: Reach,
  { request, meaning, signal }: ManifestWanted,
): Promise<Manifest> {
  const page = await records.list(reach, { limit: MANIFEST_MAX })
  const counts = { total: page.total, problems: page.problems.length }
  const window = page.records.map(entryOf)
  if (page.next === null) return { entries: window, beyond: 0, ...counts }
  const { hits } = await search(spine, reach, plainRequest(request), {
    kinds: ['record'],
    limit: FOUND_MAX,
    meaning,
    signal,
  })
  const found = hits.flatMap(({ item }) => foundEntry(item))
  return { ...withFound(window, found), ...counts }
}

/**
 * The last quarter of a full window gives way to what the search found, in its order: those in that quarter stay, others
 * come in from beyond.
 */
function withFound(
  window: readonly ManifestEntry[],
  found: readonly ManifestEntry[],
): Pick<Manifest, 'entries' | 'beyond'> {
  const sure = window.slice(0, MANIFEST_MAX - FOUND_MAX) // slice-ok: a list
  const isSure = new Set(sure.map(({ id }) => id))
  const chosen = found.filter(({ id }) => !isSure.has(id)).slice(0, FOUND_MAX) // slice-ok: a list
  const isChosen = new Set(chosen.map(({ id }) => id))
  const inWindow = new Set(window.map(({ id }) => id))
  const late = chosen.filter(({ id }) => !inWindow.has(id))
  const room = MANIFEST_MAX - sure.length - chosen.length
  const rest = window.filter(({ id }) => !isSure.has(id) && !isChosen.has(id)).slice(0, room) // slice-ok: a list
  const kept = new Set([...isSure, ...isChosen, ...rest.map(({ id }) => id)])
  return { entries: [...window.filter(({ id }) => kept.has(id)), ...late], beyond: late.length }
}

function entryOf(record: ListedRecord): ManifestEntry {
  const { id, bank, type, file, name, description, origin, trust, activeAt } = record
  return { id, bank, type, file, name, description, origin, trust, activeAt }
}

/** Empty for what is no record any more. */
function foundEntry({ id, bank, origin, trust, record }: FoundItem): ManifestEntry[] {
  if (record === null) return []
  const { type, file, name, description, updatedAt, lastRecalledAt } = record
  const activeAt = Math.max(updatedAt, lastRecalledAt ?? 0)
  return [{ id, bank, type, file, name, description, origin, trust, activeAt }]
}
