import { type EmbeddingStats, embeddingStats } from '../../embedding/embedding-stats.js'
import { speakerKey } from '../../graph/entity-name.js'
import { currentIdentityKey, type Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { collectFindings } from './collect-findings.js'
import { conflictingTastes } from './conflicting-tastes.js'
import { duplicateIdentities } from './duplicate-identities.js'
import { type Finding, type FindingKind, finding } from './finding.js'
import { judgeNotes } from './judge-notes.js'
import type { JunkReport } from './junk-finder.js'
import { orphanProjects } from './orphan-projects.js'
import { embedding } from './proposals.js'

export interface Hygiene {
  readonly findings: readonly Finding[]
  /** How many there are of each kind, also of those that are not shown. */
  readonly counts: Partial<Readonly<Record<FindingKind, number>>>
  /** Of the notes. */
  readonly junk: JunkReport
}

export interface HygieneOptions {
  /** How many findings of each kind. */
  readonly limit: number
  readonly signal?: AbortSignal | undefined
}

/** Looks the caller's memory over. Changes nothing: each finding proposes what could be done. */
export async function examineMemory(
  spine: Spine,
  reach: Reach,
  { limit, signal }: HygieneOptions,
): Promise<Hygiene> {
  const bank = reach.writes
  const into = collectFindings(limit)
  const { report, favourites } = await judgeNotes(spine, bank, into, signal)
  const speaker = speakerKey({ identityKey: await currentIdentityKey(spine) }, bank)
  const status = spine.embedding?.status(bank)
  const found = [
    ...(await spine.store.read(duplicateIdentities, bank, speaker)),
    ...(await spine.store.read(conflictingTastes, bank, favourites)),
    ...(await spine.store.read(orphanProjects, bank, speaker)),
    ...missingEmbeddings(await spine.store.read(embeddingStats, spine.embedding, bank, status)),
  ]
  for (const one of found) into.add(one)
  return { findings: into.all(), counts: into.counts(), junk: report }
}

/** Texts that search by meaning cannot find. */
function missingEmbeddings({ pending, indexed, state, reason }: EmbeddingStats): Finding[] {
  if (pending === 0) return []
  const share = indexed === 0 ? 'no text has vectors' : `${pending} texts have no vectors`
  const isAtWork = state === 'idle' || state === 'working' || reason === null
  return [
    finding({
      kind: 'missing_embeddings',
      what: `${share}: words find them, meaning does not${isAtWork ? '' : ` (${reason})`}`,
      items: [],
      entities: [],
      proposal: embedding,
    }),
  ]
}
