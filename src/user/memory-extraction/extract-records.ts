import { MemoryError } from '../../errors.js'
import { type ItemId, trustOf } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import type { ChatModels } from '../../model/chat/chat-models.js'
import { inBank, type Reach } from '../../reach.js'
import { inText, sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import type { Authorship, RecordStore } from '../records/record-store.js'
import { type Candidate, LEAST_SALIENCE } from './candidate.js'
import type { CueKind } from './cue.js'
import { cueGate } from './cue-gate.js'
import { hasExplicitMemoryCall } from './explicit-memory-call.js'
import { type ExtractionEntry, type ExtractionStep, keepExtraction } from './extraction-log.js'
import type { ContextLine, Extractor, WordsWithCues } from './extractor.js'
import type { Message } from './message.js'
import { modelExtractor } from './model-extractor.js'
import { ownWordsOf } from './own-words.js'
import { type KnownRecord, type ReconcileAction, reconcile, type Target } from './reconcile.js'
import { ruleExtractor } from './rule-extractor.js'
import { shownMemory } from './shown-memory.js'
import { latestPairs, type Pair } from './window.js'

/** What extraction needs of a call. */
export interface ExtractionCall {
  readonly spine: Spine
  readonly reach: Reach
  readonly records: RecordStore
  readonly models: ChatModels
  readonly signal?: AbortSignal | undefined
  /** Under which it is logged; a new one when absent. */
  readonly id?: string
}

/** What came of one extraction, with the names of the records, which the log does not hold. */
export interface ExtractionResult extends Omit<ExtractionEntry, 'steps'> {
  /** For a person: what went wrong. */
  readonly detail: string | null
  readonly steps: readonly ResultStep[]
  /** Whether it stands in the log; false where that failed too. */
  readonly isLogged: boolean
}

export interface ResultStep extends ExtractionStep {
  readonly name: string | null
}

/**
 * Reads records out of the end of a conversation and keeps them (docs/records.md): what was injected is taken out, the
 * gate looks for a cue, the extractor proposes, and what it proposes is reconciled with the records there are. Never
 * throws: whatever fails is told in the result and in the log.
 */
export async function extractRecords(
  call: ExtractionCall,
  messages: readonly Message[],
): Promise<ExtractionResult> {
  const { spine, reach, models } = call
  const name = models.nameOf('extractor')
  const extractor = name === undefined ? ruleExtractor : modelExtractor(models, name)
  const pairs = latestPairs(messages)
  const about = {
    id: call.id ?? spine.env.newId(),
    at: spine.env.now(),
    extractor: extractor.name,
    pairs: pairs.length,
  }
  let found: Found
  try {
    found = await work(call, extractor, messages, pairs)
  } catch (error) {
    found = failed('error', sayError(error))
  }
  const entry = { ...about, ...found }
  try {
    await spine.store.tx(keepExtraction, reach, entry)
    return { ...entry, isLogged: true }
  } catch (error) {
    return {
      ...entry,
      detail: entry.detail ?? `the log was not written: ${sayError(error)}`,
      isLogged: false,
    }
  }
}

interface Found extends Pick<ExtractionEntry, 'outcome' | 'reason' | 'cues'> {
  readonly detail: string | null
  readonly steps: readonly ResultStep[]
}

async function work(
  call: ExtractionCall,
  extractor: Extractor,
  messages: readonly Message[],
  pairs: readonly Pair[],
): Promise<Found> {
  const { spine, reach, signal } = call
  if (pairs.length === 0) return skipped('no_messages')
  if (hasExplicitMemoryCall(messages)) return skipped('explicit_memory_call')
  const words = await ownWords(spine, reach, messages, pairs)
  if (words.every(({ text }) => text.trim() === '')) return skipped('no_own_words')
  const gated = words.map(
    (message): WordsWithCues => ({ ...message, cues: cueGate(message.text, message).cues }),
  )
  const cues = countsOf(gated)
  if (Object.keys(cues).length === 0) return skipped('no_cue')
  const proposed = await extractor.propose(reach, { words: gated, context: contextOf(pairs), signal })
  if (!proposed.ok) return { ...failed(proposed.reason, proposed.detail), cues }
  const steps: ResultStep[] = proposed.refused.map(({ reason, type, salience }) => ({
    outcome: reason,
    type,
    salience,
    likeness: null,
    item: null,
    name: null,
  }))
  const worthy = proposed.candidates.filter(({ salience }) => salience >= LEAST_SALIENCE)
  steps.push(...(await writeAll(call, extractor, worthy)))
  return { outcome: 'done', reason: null, detail: null, cues, steps }
}

/** What the user said in the window, without what memory or the assistant showed before. */
async function ownWords(spine: Spine, reach: Reach, messages: readonly Message[], pairs: readonly Pair[]) {
  const items = messages.flatMap(({ item }) => (item === undefined ? [] : [item]))
  return ownWordsOf(messages, pairs, await spine.store.read(shownMemory, reach, items, spine.env.now()))
}

function contextOf(pairs: readonly Pair[]): ContextLine[] {
  let after = 0
  return pairs.flatMap(({ user, assistant }) => {
    after += user.length
    return assistant.map(({ content }): ContextLine => ({ after, text: content }))
  })
}

function countsOf(words: readonly WordsWithCues[]): Partial<Record<CueKind, number>> {
  const counts: Partial<Record<CueKind, number>> = {}
  for (const { cues } of words) for (const { kind } of cues) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

async function writeAll(
  call: ExtractionCall,
  extractor: Extractor,
  candidates: readonly Candidate[],
): Promise<ResultStep[]> {
  if (candidates.length === 0) return []
  const actions = reconcile(await knownRecords(call), candidates)
  const made = new Map<number, { readonly id: ItemId; readonly revision: number }>()
  const steps: ResultStep[] = []
  for (const [index, action] of actions.entries()) {
    const resolve = (target: Target) =>
      target.kind === 'record' ? (moved(made, target) ?? target) : made.get(target.index)
    const done = await attempt(call, extractor, action, resolve)
    if (done.written !== null) made.set(index, done.written)
    steps.push(done.step)
  }
  return steps
}

/** A record that an earlier candidate of this run changed has another revision by now. */
function moved(
  made: ReadonlyMap<number, { readonly id: ItemId; readonly revision: number }>,
  { id }: { readonly id: ItemId },
) {
  return [...made.values()].reverse().find((one) => one.id === id)
}

interface Done {
  readonly step: ResultStep
  readonly written: { readonly id: ItemId; readonly revision: number } | null
}

type Resolve = (target: Target) => { readonly id: ItemId; readonly revision: number } | undefined

/** Writes one; where it met another's write, it is reconciled once more with what is there now. */
async function attempt(
  call: ExtractionCall,
  extractor: Extractor,
  action: ReconcileAction,
  resolve: Resolve,
): Promise<Done> {
  try {
    return await perform(call, extractor, action, resolve)
  } catch (first) {
    if (!isConflict(first)) return refused(action, 'failed')
  }
  try {
    const [again] = reconcile(await knownRecords(call), [action.candidate])
    return again === undefined
      ? refused(action, 'conflict')
      : await perform(call, extractor, again, (target) => (target.kind === 'record' ? target : undefined))
  } catch (second) {
    if (!isConflict(second)) return refused(action, 'failed')
    // Its name is free now, so what stands against it is that the same was forgotten.
    return refused(action, action.kind === 'create' ? 'forgotten' : 'conflict')
  }
}

async function perform(
  { reach, records }: ExtractionCall,
  extractor: Extractor,
  action: ReconcileAction,
  resolve: Resolve,
): Promise<Done> {
  const { candidate } = action
  const by = authorship(reach, extractor, candidate)
  const step = { type: candidate.type, salience: candidate.salience }
  if (action.kind === 'create') {
    const { type, description, body } = candidate
    const { id, record } = await records.write(reach, {
      kind: 'create',
      record: { name: action.name, type, description, body },
      by,
    })
    return {
      step: { ...step, outcome: 'created', likeness: null, item: id, name: record.name },
      written: { id, revision: record.revision },
    }
  }
  const target = resolve(action.target)
  if (target === undefined) return refused(action, 'failed')
  if (action.kind !== 'update') {
    const likeness = action.kind === 'no_op' ? 1 : action.likeness
    return { step: { ...step, outcome: action.kind, likeness, item: target.id, name: null }, written: null }
  }
  const { description, body } = candidate
  const { id, record } = await records.write(reach, {
    kind: 'update',
    which: target.id,
    change: action.keepsDescription ? { body } : { description, body },
    by,
    revision: target.revision,
  })
  const outcome = record.revision === target.revision ? 'no_op' : 'updated'
  return {
    step: { ...step, outcome, likeness: action.likeness, item: id, name: record.name },
    written: { id, revision: record.revision },
  }
}

/** Code says who wrote it: never the extractor, and never who called. */
function authorship({ actor }: Reach, { isVerbatim }: Extractor, { cited }: Candidate): Authorship {
  const isAgent = actor.audience === 'agent' || actor.audience === 'subagent'
  // What an agent hands over as its user's words need not be theirs; what is stored says itself whose it is.
  const origin = isVerbatim && (!isAgent || cited.item !== null) ? 'user' : 'tool'
  return {
    provenance: 'auto',
    origin,
    trust: trustOf(origin, []),
    operation: 'memory.extract',
    ...(cited.item === null ? {} : { sources: [cited.item] }),
  }
}

/** All records of the bank that is written to. */
async function knownRecords({ spine, reach, records }: ExtractionCall): Promise<KnownRecord[]> {
  const own = inBank(reach, reach.writes)
  const known: KnownRecord[] = []
  for (let after: string | undefined; ; ) {
    const page = await records.list(own, { limit: PAGE, ...(after === undefined ? {} : { after }) })
    const ids = page.records.map(({ id }) => id)
    const said = await spine.store.read(saidAtOf, own, ids)
    known.push(...page.records.map((record) => ({ ...record, saidAt: said.get(record.id) })))
    if (page.next === null) return known
    after = page.next
  }
}

const PAGE = 200

/** When the latest of its sources was said, of those that have any. */
function* saidAtOf({ writes: bank }: Reach, ids: readonly ItemId[]): Tx<ReadonlyMap<ItemId, number>> {
  const rows = yield* all<{ id: ItemId; at: number }>(sql`
    select l.item_id as id, max(coalesce(s.occurred_at, s.recorded_at)) as at
    from lineage l join item s on s.bank = l.bank and s.id = l.source_id
    where l.bank = ${bank} and l.item_id ${inText(ids)} group by l.item_id`)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

function refused(
  { candidate: { type, salience } }: ReconcileAction,
  outcome: 'failed' | 'conflict' | 'forgotten',
): Done {
  return { step: { outcome, type, salience, likeness: null, item: null, name: null }, written: null }
}

function skipped(reason: string): Found {
  return { outcome: 'skipped', reason, detail: null, cues: {}, steps: [] }
}

function failed(reason: string, detail: string): Found {
  return { outcome: 'failed', reason, detail, cues: {}, steps: [] }
}

function isConflict(error: unknown): boolean {
  return error instanceof MemoryError && error.code === 'conflict'
}

function sayError(error: unknown): string {
  if (error instanceof MemoryError) return `${error.code}: ${error.message}`
  return error instanceof Error ? error.message : 'an unknown error'
}
