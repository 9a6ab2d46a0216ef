import { documentRows } from '../../document/document-rows.js'
import { compareVersions } from '../../document/library/compare-versions.js'
import { sectionRows } from '../../document/reading/section-rows.js'
import { shelfOf } from '../../document/shelves.js'
import { readNames } from '../../graph/read-entities.js'
import type { ItemId } from '../../items/item.js'
import { sourcesOf } from '../../items/lineage.js'
import { readProposals } from '../../items/proposals.js'
import { readItems } from '../../items/read-items.js'
import type { Spine } from '../../items/spine.js'
import { type BankId, workspaceOf } from '../../reach.js'
import { inText, sql } from '../../store/sql.js'
import { all, get, type Tx } from '../../store/statement.js'
import { formatMoment } from '../../text/zone.js'
import { type Conflict, waitingConflicts } from '../../user/facts/conflicts.js'
import { waitingNoteConflicts } from '../../user/workspace/resolve-conflict.js'
import { showLibraryDocument } from '../knowledge-library-shapes.js'
import { showItem } from '../shapes.js'
import { showProposal } from '../workspace.js'
import { showNoteConflict } from '../workspace-conflicts.js'
import type { Deed, ReviewEntry } from './review-shapes.js'
import type { WaitingEntry } from './waiting-entries.js'

type ShownItem = ReturnType<typeof showItem>

/** Entries with all that it takes to decide, in their order; what has been decided meanwhile is left out. */
export function* showEntries(
  spine: Spine,
  bank: BankId,
  entries: readonly WaitingEntry[],
): Tx<ReviewEntry[]> {
  const shown = new Map<string, ReviewEntry>()
  for (const one of [
    ...(yield* conflictEntries(spine, bank, idsOf(entries, 'conflict', 'proposed_fact'))),
    ...(yield* noteConflictEntries(spine, bank, idsOf(entries, 'workspace_conflict'))),
    ...(yield* proposalEntries(spine, bank, idsOf(entries, 'workspace_proposal'))),
    ...(yield* reflectionEntries(spine, bank, idsOf(entries, 'reflection'))),
  ])
    shown.set(one.key, one)
  for (const entry of entries) {
    const one =
      entry.kind === 'document'
        ? yield* documentEntry(spine, entry)
        : entry.kind === 'hygiene'
          ? yield* findingEntry(spine, entry)
          : undefined
    if (one !== undefined) shown.set(one.key, one)
  }
  return entries.flatMap((entry) => shown.get(keyOf(entry)) ?? [])
}

function keyOf({ kind, id }: Pick<WaitingEntry, 'kind' | 'id'>): string {
  return `${kind}.${id}`
}

function idsOf(entries: readonly WaitingEntry[], ...kinds: readonly string[]): string[] {
  return entries.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)
}

type Input = Readonly<Record<string, unknown>>

function deed(
  operation: string,
  input: Input,
  undo: readonly [operation: string, input: Input] | null,
): NonNullable<Deed> {
  return {
    call: { operation, input: { ...input } },
    undo: undo === null ? null : { operation: undo[0], input: { ...undo[1] } },
    isDestructive: false,
  }
}

/** The items that facts rest on, each once. */
function* sourceItems(
  spine: Spine,
  bank: BankId,
  facts: readonly ItemId[],
): Tx<(fact: string | undefined) => ShownItem[]> {
  const links = yield* sourcesOf(bank, facts)
  const items = yield* readItems(spine, bank, sql`i.id ${inText(links.map(({ source }) => source))}`)
  const byId = new Map(items.map((item) => [item.id, showItem(item, spine.zone)]))
  return (fact) =>
    links
      .filter(({ item }) => item === fact)
      .flatMap(({ source }) => byId.get(source) ?? [])
      .slice(0, SOURCES_SHOWN)
}

/** A fact that was said a hundred times rests on the first as well. */
const SOURCES_SHOWN = 10

function* conflictEntries(spine: Spine, bank: BankId, ids: readonly string[]): Tx<ReviewEntry[]> {
  const conflicts = yield* waitingConflicts(spine, bank, ids)
  const facts = conflicts.flatMap(({ old, new: fresh }) => (old === null ? [fresh.id] : [old.id, fresh.id]))
  const sources = yield* sourceItems(spine, bank, facts)
  return conflicts.map((conflict) => conflictEntry(conflict, sources, spine.zone))
}

function conflictEntry(
  { id, at, resolution, old, new: fresh }: Conflict,
  sources: (fact: string | undefined) => ShownItem[],
  zone: string,
): ReviewEntry {
  const decide = (keep: 'old' | 'new') =>
    deed('memory.resolve_conflict', { id, keep }, ['memory.reopen_conflict', { id }])
  const shown = {
    at: formatMoment(at, zone),
    id,
    accept: decide('new'),
    reject: decide('old'),
  }
  const [now, before] = [showItem(fresh, zone), old === null ? null : showItem(old, zone)]
  if (resolution === 'proposed') {
    return {
      kind: 'proposed_fact',
      key: keyOf({ kind: 'proposed_fact', id }),
      ...shown,
      // What others write instructs nobody: it can be added in one's own words only.
      accept: fresh.fact?.category === 'instruction' ? null : shown.accept,
      fact: now,
      against: before,
      factSources: sources(fresh.id),
      againstSources: sources(old?.id),
    }
  }
  return {
    kind: 'conflict',
    key: keyOf({ kind: 'conflict', id }),
    ...shown,
    // There is nothing to go back to.
    reject:
      old === null
        ? deed('memory.retract', { id: fresh.id }, ['memory.restore', { id: fresh.id }])
        : shown.reject,
    old: before,
    new: now,
    oldSources: sources(old?.id),
    newSources: sources(fresh.id),
  }
}

function* noteConflictEntries(spine: Spine, bank: BankId, ids: readonly string[]): Tx<ReviewEntry[]> {
  return (yield* waitingNoteConflicts(bank, ids)).map((conflict) => {
    // The reason is the person's, and stays with their name.
    const decide = (keep: string) => deed('workspace.resolve', { id: conflict.id, keep, reason: '' }, null)
    return {
      kind: 'workspace_conflict' as const,
      key: keyOf({ kind: 'workspace_conflict', id: conflict.id }),
      at: formatMoment(conflict.at, spine.zone),
      workspace: workspaceOf(bank) ?? '',
      accept: decide('second'),
      reject: decide('first'),
      conflict: showNoteConflict(conflict, spine.zone),
    }
  })
}

function* proposalEntries(spine: Spine, bank: BankId, ids: readonly string[]): Tx<ReviewEntry[]> {
  const proposals = yield* readProposals(bank, ids)
  return proposals
    .filter(({ state }) => state === 'proposed')
    .map((proposal) => ({
      kind: 'workspace_proposal' as const,
      key: keyOf({ kind: 'workspace_proposal', id: proposal.id }),
      at: formatMoment(proposal.at, spine.zone),
      workspace: workspaceOf(bank) ?? '',
      accept: deed('workspace.approve', { ids: [proposal.id] }, null),
      reject: deed('workspace.decline', { ids: [proposal.id] }, null),
      proposal: showProposal(proposal, spine.zone),
    }))
}

function* reflectionEntries(spine: Spine, bank: BankId, ids: readonly string[]): Tx<ReviewEntry[]> {
  if (ids.length === 0) return []
  return (yield* readItems(spine, bank, sql`i.id ${inText(ids)}`)).map((item) => ({
    kind: 'reflection' as const,
    key: keyOf({ kind: 'reflection', id: item.id }),
    at: formatMoment(item.occurredAt ?? item.recordedAt, spine.zone),
    accept: deed('memory.dismiss', { id: item.id }, ['memory.undismiss', { id: item.id }]),
    reject: null,
    item: showItem(item, spine.zone),
  }))
}

function* documentEntry(spine: Spine, { id, bank }: WaitingEntry): Tx<ReviewEntry | undefined> {
  const [document] = yield* documentRows(bank, sql`d.item_id = ${id} and d.status = 'pending'`)
  if (document === undefined) return undefined
  const { latest, published, revision } = document
  const version = yield* get<{ rid: number; title: string; sections: number; tokens: number }>(sql`
    select rid, title, sections, tokens from document_version
    where bank = ${bank} and item_rid = ${document.rid} and number = ${latest}`)
  if (version === undefined) return undefined
  const outline = yield* sectionRows(
    { bank, versionRid: version.rid },
    sql`p.part = 0 and p.level > 0`,
    OUTLINE_SHOWN,
  )
  const shelf = shelfOf(bank)
  const which = { document: id, shelf }
  const reopened = published === null ? which : { ...which, answers: published }
  return {
    kind: 'document',
    key: keyOf({ kind: 'document', id }),
    at: formatMoment(document.updatedAt, spine.zone),
    accept: deed('knowledge.publish', { ...which, revision }, ['knowledge.reopen', reopened]),
    reject: deed('knowledge.reject', { ...which, revision }, ['knowledge.reopen', which]),
    document: showLibraryDocument(document, spine.zone),
    title: version.title,
    outline: outline.map(({ anchor, heading, level, tokens }) => ({ anchor, heading, level, tokens })),
    sections: version.sections,
    tokens: version.tokens,
    diff:
      published === null || published === latest
        ? null
        : {
            from: published,
            to: latest,
            ...(yield* compareVersions(bank, document.versionRid, version.rid, 0)).counts,
          },
  }
}

const OUTLINE_SHOWN = 50

function* findingEntry(spine: Spine, { finding, bank }: WaitingEntry): Tx<ReviewEntry | undefined> {
  if (finding === undefined) return undefined
  const { id, kind, what, proposal } = finding
  const items = yield* readItems(spine, bank, sql`i.id ${inText(finding.items)}`)
  // What it is about may have been forgotten since the memory was looked over.
  if (items.length < new Set(finding.items).size) return undefined
  const entities = yield* namedEntities(bank, finding.entities)
  const [call, undo] = [proposal.call, proposal.undo]
  return {
    kind: 'hygiene',
    key: keyOf({ kind: 'hygiene', id }),
    at: null,
    accept:
      call === null
        ? null
        : {
            ...deed(call.operation, call.input, undo === null ? null : [undo.operation, undo.input]),
            isDestructive: proposal.action === 'forget',
          },
    reject: deed('memory.dismiss', { id }, ['memory.undismiss', { id }]),
    finding: { id, kind, what, action: proposal.action },
    items: finding.items.flatMap((one) => {
      const item = items.find((found) => found.id === one)
      return item === undefined ? [] : showItem(item, spine.zone)
    }),
    entities,
  }
}

function* namedEntities(bank: BankId, ids: readonly string[]): Tx<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  const rows = yield* all<{ rid: number; id: string }>(
    sql`select rid, id from entity where bank = ${bank} and id ${inText(ids)}`,
  )
  const names = yield* readNames(
    bank,
    rows.map(({ rid }) => rid),
  )
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    const name = row === undefined ? undefined : names.get(row.rid)
    return name === undefined ? [] : { id, name }
  })
}
