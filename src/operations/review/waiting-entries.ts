import { dismissedIn } from '../../items/dismissals.js'
import { currentIdentityKey } from '../../items/spine.js'
import { type BankId, documentBankOf, kindOfBank, type Reach, SYSTEM_DOCUMENTS } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { all, column, get, type Tx } from '../../store/statement.js'
import { DAY_MS } from '../../text/zone.js'
import { type Finding, findingKinds } from '../../user/hygiene/finding.js'
import { type KnownHygiene, knownHygiene } from '../../user/hygiene/known-hygiene.js'
import { REFLECTION_TAG } from '../../user/hygiene/reflection-tag.js'
import { readTags, type Tag } from '../../user/tag.js'
import type { Call } from '../operation.js'

/** What may wait for a person, in the order in which it is shown. */
export const reviewKinds = [
  'conflict',
  'proposed_fact',
  'document',
  'workspace_conflict',
  'workspace_proposal',
  'hygiene',
  'reflection',
] as const

export type ReviewKind = (typeof reviewKinds)[number]

/** Which entry it is, without what it says. */
export interface WaitingEntry {
  readonly kind: ReviewKind
  readonly id: string
  /** Of a document: where it lies. */
  readonly bank: BankId
  /** Of a finding. */
  readonly finding?: Finding
}

export interface Waiting {
  /** In their order: by kind, of each the newest first, findings by what they are. */
  readonly entries: readonly WaitingEntry[]
  readonly isHygieneFresh: boolean
}

/** Everything that waits for a person in the bank that the caller writes. `waits`: also for the first look at it all. */
export async function waitingEntries(call: Call, { waits }: { readonly waits: boolean }): Promise<Waiting> {
  const { spine, reach } = call
  const hygiene = await knownHygiene(spine, reach, { background: call.background, waits })
  const [reflections] = readTags({ identityKey: await currentIdentityKey(spine) }, reach.writes, [
    REFLECTION_TAG,
  ]) as [Tag]
  const entries = await spine.store.read(entriesIn, reach, hygiene, reflections.key, spine.env.now())
  return { entries, isHygieneFresh: hygiene.isFresh }
}

function* entriesIn(
  reach: Reach,
  { findings }: KnownHygiene,
  reflectionKey: Uint8Array,
  now: number,
): Tx<WaitingEntry[]> {
  const bank = reach.writes
  const conflicts = yield* all<{ id: string; resolution: string }>(sql`
    select id, resolution from fact_conflict
    where bank = ${bank} and reviewed_at is null and new_rid is not null order by rid desc limit ${LISTED_MAX}`)
  const ofResolution = (kind: ReviewKind, resolution: string) =>
    conflicts.filter((one) => one.resolution === resolution).map(({ id }) => ({ kind, id, bank }))
  const dismissed = yield* dismissedIn(bank)
  return [
    ...ofResolution('conflict', 'needs_review'),
    ...ofResolution('proposed_fact', 'proposed'),
    ...(yield* documentsIn(reach)),
    ...(yield* ofWorkspace(bank)),
    ...[...findings]
      .sort((a, b) => findingKinds.indexOf(a.kind) - findingKinds.indexOf(b.kind) || (a.id < b.id ? -1 : 1))
      .filter(({ id }) => !dismissed.has(id))
      .map((finding) => ({ kind: 'hygiene' as const, id: finding.id, bank, finding })),
    ...(yield* latestReflection(bank, { tagKey: reflectionKey, since: now - REFLECTION_MS, dismissed })),
  ]
}

/** What one person looks through in a day, many times over. */
const LISTED_MAX = 5_000

function* documentsIn(reach: Reach): Tx<WaitingEntry[]> {
  if (kindOfBank(reach.writes) !== 'user') return []
  const isAdministrator = reach.actor.audience === 'administrator'
  const banks = [documentBankOf(reach.actor.user), ...(isAdministrator ? [SYSTEM_DOCUMENTS] : [])]
  const entries: WaitingEntry[] = []
  for (const bank of banks) {
    const ids = yield* column<string>(sql`
      select item_id from document where bank = ${bank} and status = 'pending' and latest > 0
      order by item_id desc limit ${LISTED_MAX}`)
    entries.push(...ids.map((id) => ({ kind: 'document' as const, id, bank })))
  }
  return entries
}

function* ofWorkspace(bank: BankId): Tx<WaitingEntry[]> {
  if (kindOfBank(bank) !== 'workspace') return []
  const conflicts = yield* column<string>(sql`
    select id from workspace_conflict where bank = ${bank} and keep is null order by rid desc limit ${LISTED_MAX}`)
  const proposals = yield* column<string>(sql`
    select id from proposal where bank = ${bank} and state = 'proposed' order by rid desc limit ${LISTED_MAX}`)
  return [
    ...conflicts.map((id) => ({ kind: 'workspace_conflict' as const, id, bank })),
    ...proposals.map((id) => ({ kind: 'workspace_proposal' as const, id, bank })),
  ]
}

interface ReflectionWanted {
  readonly tagKey: Uint8Array
  readonly since: number
  readonly dismissed: ReadonlySet<string>
}

/** Only the last report still says how things are. */
function* latestReflection(bank: BankId, { tagKey, since, dismissed }: ReflectionWanted): Tx<WaitingEntry[]> {
  const last = yield* get<{ item_id: string }>(sql`
    select item_id from thought_tag where bank = ${bank} and tag_key = ${tagKey} and at >= ${since}
    order by at desc, item_id desc limit 1`)
  if (last === undefined || dismissed.has(last.item_id)) return []
  return [{ kind: 'reflection', id: last.item_id, bank }]
}

/** An older report is history. */
const REFLECTION_MS = 30 * DAY_MS

export function countedByKind(entries: readonly WaitingEntry[]): Record<ReviewKind, number> {
  const counts = Object.fromEntries(reviewKinds.map((kind) => [kind, 0])) as Record<ReviewKind, number>
  for (const { kind } of entries) counts[kind] += 1
  return counts
}
