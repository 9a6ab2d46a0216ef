import { tellError } from '../../errors.js'
import type { Spine } from '../../items/spine.js'
import { type Reach, reachedBanks } from '../../reach.js'
import { LEAST_SALIENCE } from './candidate.js'
import type { CueKind } from './cue.js'
import { cueGate } from './cue-gate.js'
import { hasExplicitMemoryCall } from './explicit-memory-call.js'
import type { ExtractionCall, ResultStep } from './extraction-call.js'
import { type ExtractionEntry, keepExtraction } from './extraction-log.js'
import type { ContextLine, Extractor, WordsWithCues } from './extractor.js'
import type { Message } from './message.js'
import { modelExtractor } from './model-extractor.js'
import { ownWordsOf } from './own-words.js'
import { ruleExtractor } from './rule-extractor.js'
import { shownMemory } from './shown-memory.js'
import { latestPairs, type Pair } from './window.js'
import { writeCandidates } from './write-candidates.js'

/** What came of one extraction, with the names of the records, which the log does not hold. */
export interface ExtractionResult extends Omit<ExtractionEntry, 'steps'> {
  /** For a person: what went wrong. */
  readonly detail: string | null
  readonly steps: readonly ResultStep[]
  /** Whether it stands in the log; false where that failed too. */
  readonly isLogged: boolean
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
    found = failed('error', tellError(error))
  }
  const entry = { ...about, ...found }
  try {
    await spine.store.within(reachedBanks(reach)).tx(keepExtraction, reach, entry)
    return { ...entry, isLogged: true }
  } catch (error) {
    return {
      ...entry,
      detail: entry.detail ?? `the log was not written: ${tellError(error)}`,
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
  steps.push(...(await writeCandidates(call, extractor, worthy)))
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

function skipped(reason: string): Found {
  return { outcome: 'skipped', reason, detail: null, cues: {}, steps: [] }
}

function failed(reason: string, detail: string): Found {
  return { outcome: 'failed', reason, detail, cues: {}, steps: [] }
}
