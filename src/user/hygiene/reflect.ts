import { embeddingStats } from '../../embedding/embedding-stats.js'
import { addItems, prepareItem } from '../../items/add.js'
import { touchBank } from '../../items/bank.js'
import { type ItemId, trustOf } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { all, get, type Tx } from '../../store/statement.js'
import { SEGMENT_VERSION } from '../../text/segment.js'
import { formatMoment } from '../../text/zone.js'
import { readTags } from '../tag.js'
import { addTags } from '../thought-tags.js'
import type { FindingKind } from './finding.js'
import { examineMemory } from './hygiene.js'
import { REFLECTION_TAG } from './reflection-tag.js'

/** What a memory has to say about itself. Nothing in it quotes what it holds. */
export interface Reflection {
  readonly at: number
  /** Contradictions that wait for the user, oldest first. */
  readonly conflicts: readonly WaitingConflict[]
  /** Important facts that nobody has confirmed for long, the longest first. */
  readonly unconfirmed: readonly UnconfirmedFact[]
  readonly index: { readonly indexed: number; readonly stale: number }
  readonly vectors: { readonly indexed: number; readonly pending: number; readonly state: string }
  readonly findings: Partial<Readonly<Record<FindingKind, number>>>
  readonly junkRate: number
}

export interface WaitingConflict {
  readonly id: string
  readonly at: number
}

export interface UnconfirmedFact {
  readonly id: string
  readonly importance: number
  readonly confirmedAt: number
}

export interface KeptReflection extends Reflection {
  /** Of the report, a note that says the same. */
  readonly id: ItemId
  readonly text: string
}

/**
 * Looks the caller's memory over and keeps a report of it, as a note under the tag `reflection`: numbers and ids, no
 * words of anyone, so that there is nothing in it to be forgotten. Proposes, and changes nothing else.
 */
export async function reflect(
  spine: Spine,
  reach: Reach,
  signal: AbortSignal | undefined,
): Promise<KeptReflection> {
  const reflection = await lookAtItself(spine, reach, signal)
  const text = reportOf(reflection, spine.zone)
  const item = prepareItem(spine, reach, {
    kind: 'thought',
    text,
    origin: 'tool',
    trust: trustOf('tool', []),
    occurredAt: reflection.at,
    identity: [text],
  })
  const tags = readTags(spine, reach.writes, [REFLECTION_TAG])
  return write<KeptReflection>(spine, reach, 'memory.reflect', 'memory.write', function* body() {
    const [added] = yield* addItems(spine, reach, [item])
    if (added === undefined) throw new TypeError('an item was neither added nor refused')
    // The same report of the same second may have been forgotten: then there is one no longer.
    const id = added.outcome === 'forgotten' ? item.id : added.id
    if (added.outcome === 'added') {
      yield* addTags(reach.writes, id, tags)
      yield* touchBank(reach, item.recordedAt, { items: 1, words: item.length })
    }
    return {
      result: { ...reflection, id, text },
      effect: { ids: [id], counts: { [added.outcome]: 1 } },
    }
  })
}

async function lookAtItself(
  spine: Spine,
  reach: Reach,
  signal: AbortSignal | undefined,
): Promise<Reflection> {
  const { counts, junk } = await examineMemory(spine, reach, { limit: 0, signal })
  const bank = reach.writes
  const at = spine.env.now()
  const status = spine.embedding?.status(bank)
  return spine.store.read(function* look(): Tx<Reflection> {
    const { indexed, pending, state } = yield* embeddingStats(spine.embedding, bank, status)
    return {
      at,
      conflicts: yield* waitingConflicts(bank),
      unconfirmed: yield* unconfirmedFacts(bank, at - UNCONFIRMED_MS),
      index: yield* indexHealth(bank),
      vectors: { indexed, pending, state },
      findings: counts,
      junkRate: junk.rate,
    }
  })
}

function* waitingConflicts(bank: string): Tx<WaitingConflict[]> {
  return yield* all<WaitingConflict>(sql`
    select id, at from fact_conflict where bank = ${bank} and reviewed_at is null
    order by rid limit ${CONFLICTS_MAX}`)
}

function* unconfirmedFacts(bank: string, before: number): Tx<UnconfirmedFact[]> {
  const rows = yield* all<{ id: string; importance: number; confirmed_at: number }>(sql`
    select i.id, f.importance, f.confirmed_at
    from fact f join item i on i.bank = f.bank and i.rid = f.item_rid
    where f.bank = ${bank} and f.status = 'active' and f.importance >= ${IMPORTANT} and f.confirmed_at < ${before}
    order by f.confirmed_at, i.id limit ${UNCONFIRMED_MAX}`)
  return rows.map(({ confirmed_at, ...row }) => ({ ...row, confirmedAt: confirmed_at }))
}

function* indexHealth(bank: string): Tx<Reflection['index']> {
  const row = yield* get<{ indexed: number; stale: number }>(sql`
    select count(*) as indexed, cast(coalesce(sum(case when version <> ${SEGMENT_VERSION} then 1 else 0 end), 0) as bigint)
      as stale
    from item_terms where bank = ${bank}`)
  return row ?? { indexed: 0, stale: 0 }
}

function reportOf(reflection: Reflection, zone: string): string {
  const { at, conflicts, unconfirmed, index, vectors, findings, junkRate } = reflection
  const found = Object.entries(findings).map(([kind, count]) => `${kind.replaceAll('_', ' ')} ${count}`)
  return [
    `Reflection of ${formatMoment(at, zone)}`,
    '',
    `Contradictions that wait for review: ${conflicts.length}`,
    ...conflicts.map(({ id }) => `- ${id}`),
    `Important facts that nothing confirmed for ${UNCONFIRMED_DAYS} days: ${unconfirmed.length}`,
    ...unconfirmed.map(({ id, confirmedAt }) => `- ${id} since ${formatMoment(confirmedAt, zone)}`),
    `Index: ${index.stale === 0 ? 'up to date' : `${index.stale} of ${index.indexed} texts to redo`}`,
    `Vectors: ${vectors.indexed} texts, ${vectors.pending} to do (${vectors.state})`,
    `Hygiene: ${found.length === 0 ? 'nothing found' : found.join(', ')}; junk ${Math.round(junkRate * 100)} % of notes`,
  ].join('\n')
}

const CONFLICTS_MAX = 50
const UNCONFIRMED_MAX = 10
const UNCONFIRMED_DAYS = 90
const UNCONFIRMED_MS = UNCONFIRMED_DAYS * 24 * 3_600_000
const IMPORTANT = 8
