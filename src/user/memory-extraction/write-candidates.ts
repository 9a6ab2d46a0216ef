import { isConflict } from '../../errors.js'
import { knownOutcome } from '../../items/add.js'
import { type Trust, trustOf, trusts } from '../../items/item.js'
import { sourcesOf } from '../../items/lineage.js'
import { readItem } from '../../items/read-items.js'
import type { Reach } from '../../reach.js'
import type { Store } from '../../store/store.js'
import { clip } from '../../text/clip.js'
import { formatMoment } from '../../text/zone.js'
import { recordIdentityIn } from '../records/record-keys.js'
import type { Authorship, Statement } from '../records/record-store.js'
import type { BelievedCandidate, Candidate } from './candidate.js'
import type { ExtractionCall, ResultStep } from './extraction-call.js'
import type { Extractor } from './extractor.js'
import { type KnownRecords, knownRecords } from './known-records.js'
import { type KnownRecord, plainForm, reconcile } from './reconcile.js'

/**
 * Reconciles candidates with the records of the bank, one after the other, and writes what comes of it. Extractions into
 * one bank take turns within the process; what another process wrote meanwhile is noticed by the write, and looked at.
 */
export function writeCandidates(
  call: ExtractionCall,
  extractor: Pick<Extractor, 'isVerbatim'>,
  candidates: readonly Candidate[],
): Promise<ResultStep[]> {
  return inTurn(call.spine.store, call.reach.writes, async () => {
    const steps: ResultStep[] = []
    for (const [at, candidate] of candidates.entries()) {
      const isOutdated = candidates.some((other, place) => isLaterValue(candidate, at, other, place))
      steps.push(isOutdated ? stepOf(candidate, 'stale') : await attempt(call, extractor, candidate))
    }
    return steps
  })
}

const turns = new WeakMap<Store, Map<string, Promise<unknown>>>()

async function inTurn<T>(store: Store, bank: string, work: () => Promise<T>): Promise<T> {
  const banks = turns.get(store.whole) ?? new Map<string, Promise<unknown>>()
  turns.set(store.whole, banks)
  const before = banks.get(bank) ?? Promise.resolve()
  const done = before.then(work)
  const settled = done.then(
    () => undefined,
    () => undefined,
  )
  banks.set(bank, settled)
  try {
    return await done
  } finally {
    if (banks.get(bank) === settled) banks.delete(bank)
  }
}

/** Whether the same conversation says later what else the single value is. */
function isLaterValue(one: Candidate, at: number, other: Candidate, place: number): boolean {
  if (one.isSingleValue !== true || other.isSingleValue !== true || one.name !== other.name) return false
  const [said, saidThen] = [one.cited.at, other.cited.at]
  return said === null || saidThen === null || said === saidThen ? place > at : saidThen > said
}

/** Writes one; where it met another's write, it is reconciled with what is there now. */
async function attempt(
  call: ExtractionCall,
  extractor: Pick<Extractor, 'isVerbatim'>,
  candidate: Candidate,
): Promise<ResultStep> {
  for (let tries = 1; ; tries++) {
    const known = await knownRecords(call)
    try {
      return await perform(call, known, await believed(call, extractor, candidate))
    } catch (error) {
      if (!isConflict(error)) return stepOf(candidate, 'failed')
      if (await isForgotten(call, candidate)) return stepOf(candidate, 'forgotten')
      if (tries === MOST_TRIES) return stepOf(candidate, 'conflict')
    }
  }
}

const MOST_TRIES = 3
/** YYYY-MM-DD. */
const DAY_CHARS = 10

async function perform(
  call: ExtractionCall,
  { generation, records: known }: KnownRecords,
  candidate: BelievedCandidate,
): Promise<ResultStep> {
  const { spine, reach, records } = call
  const action = reconcile(known, candidate, (at) => clip(formatMoment(at, spine.zone), DAY_CHARS))
  const { type, description, body, cited } = candidate
  const sources = cited.item === null ? [] : [cited.item]
  const alone = statementOf(candidate)
  if (action.kind === 'create') {
    const { name } = action
    const by = authorship(candidate, sources)
    const made = await records.write(reach, {
      kind: 'create',
      record: { name, type, description, body },
      by,
      generation,
      alone,
    })
    return { ...stepOf(candidate, 'created'), item: made.id, name: made.record.name }
  }
  const { target, kind } = action
  if (kind !== 'update') {
    const likeness = kind === 'no_op' ? 1 : action.likeness
    return { ...stepOf(candidate, kind), likeness, item: target.id }
  }
  const { name, likeness, keepsWords } = action
  const before = keepsWords ? await sourcesBefore(call, target) : []
  const { id, record } = await records.write(reach, {
    kind: 'update',
    which: target.id,
    change: { description: action.description, body: action.body },
    name,
    by: authorship(keepsWords ? leastOf(candidate, target) : candidate, [...before, ...sources]),
    revision: target.revision,
    alone,
  })
  const outcome = record.revision === target.revision ? 'no_op' : 'updated'
  return { ...stepOf(candidate, outcome), likeness, item: id, name: record.name }
}

async function sourcesBefore({ spine, reach }: ExtractionCall, { id }: KnownRecord) {
  const links = await spine.store.read(sourcesOf, reach.writes, [id])
  return links.map(({ source }) => source)
}

/** Words of both stand in it: it is believed as the less believed of them. */
function leastOf(candidate: BelievedCandidate, target: KnownRecord): Pick<Authorship, 'origin' | 'trust'> {
  return rank(target.trust) > rank(candidate.trust) ? target : candidate
}

function rank(trust: Trust): number {
  return trusts.indexOf(trust)
}

function authorship(
  { origin, trust }: Pick<Authorship, 'origin' | 'trust'>,
  sources: NonNullable<Authorship['sources']>,
): Authorship {
  return { provenance: 'auto', origin, trust, operation: 'memory.extract', sources }
}

/**
 * Code says whose words they are: never the extractor, and never who called. What is stored says so itself; what an agent
 * hands over as its user's words need not be theirs; and what a model worded is a tool's.
 */
async function believed(
  { spine, reach }: ExtractionCall,
  { isVerbatim }: Pick<Extractor, 'isVerbatim'>,
  candidate: Candidate,
): Promise<BelievedCandidate> {
  const { item } = candidate.cited
  if (item === null) {
    const origin = isVerbatim && !isAgent(reach) ? 'user' : 'tool'
    return { ...candidate, origin, trust: trustOf(origin, []) }
  }
  const said = await spine.store.read(readItem, spine, [reach.writes], item)
  const origin = isVerbatim ? said.origin : 'tool'
  return { ...candidate, origin, trust: trustOf(origin, [said.trust]) }
}

function isAgent({ actor: { audience } }: Reach): boolean {
  return audience === 'agent' || audience === 'subagent'
}

/** What it quotes, whatever is made of it, without case and marks: by that it is known again. */
function statementOf({ cited: { text } }: Candidate): Statement {
  const plain = plainForm(text)
  return { name: plain, description: plain, body: plain }
}

async function isForgotten({ spine, reach }: ExtractionCall, candidate: Candidate): Promise<boolean> {
  for (const words of [statementOf(candidate), candidate]) {
    const identity = recordIdentityIn(spine, reach.writes, words)
    const known = await spine.store.read(knownOutcome, reach, { identity })
    if (known?.outcome === 'forgotten') return true
  }
  return false
}

function stepOf({ type, salience }: Candidate, outcome: ResultStep['outcome']): ResultStep {
  return { outcome, type, salience, likeness: null, item: null, name: null }
}
