import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isoOf } from './dates.js'
import { optional, type Row, readLines, strings, text } from './rows.js'
import { readStatements, statementsFile } from './supersession.js'

/** One message or note of a set, as a user would bring it. Labels stay outside. */
export interface Unit {
  readonly id: string
  readonly text: string
  /** ISO 8601, or absent where the source has no time. */
  readonly at: string | null
  readonly session: string | null
  readonly role: string
  readonly speaker: string | null
}

export interface Asked {
  readonly id: string
  readonly group: string
  readonly type: string
  readonly text: string
  /** ISO 8601: when it is asked. */
  readonly now: string
  readonly gold: readonly string[]
  readonly goldSessions: readonly string[]
  /** Of two statements that say different things, the one that is asked for is to stand above the other. */
  readonly pair?: StatementPair
}

export interface StatementPair {
  readonly newest: string
  readonly older: readonly string[]
  /** What the question asks for: "what was my previous …" asks for an older one. */
  readonly asked: 'newest' | 'older'
}

/** A set: what each user remembers, and what each is asked. */
export interface EvalSet {
  readonly name: string
  readonly groups: ReadonlyMap<string, readonly Unit[]>
  readonly questions: readonly Asked[]
}

export const setNames = [
  'locomo',
  'beam100k',
  'longmemeval_pool',
  'xquad_en',
  'xquad_zh',
  'cmrc2018_zh',
  'longmemeval_full',
  'supersession',
  'supersession_pool',
] as const

export type SetName = (typeof setNames)[number]

/**
 * Reads a set the way a user would bring it. Questions without gold are left out, and those that ask for what is
 * not there (LoCoMo's adversarial, LongMemEval's abstentions), as in the published baselines.
 */
export function readSet(folder: string, name: SetName): EvalSet {
  if (name === 'supersession') return readStatements(folder)
  if (name === 'supersession_pool')
    return { ...readStatements(folder), name, groups: readSet(folder, 'longmemeval_pool').groups }
  const groups = new Map<string, Unit[]>()
  for (const row of readLines(join(folder, name, 'corpus.jsonl.gz'))) {
    const group = text(row['group'])
    const units = groups.get(group) ?? []
    groups.set(group, units)
    units.push(unitOf(name, row, units))
  }
  const questions = readLines(join(folder, name, 'queries.jsonl'))
    .filter((row) => row['type'] !== 'adversarial' && row['abstention'] !== true)
    .map((row) => questionOf(row, groups))
    .filter(({ gold }) => gold.length > 0)
  return { name, groups, questions }
}

/** The names of the sets that a folder holds. */
export function setsIn(folder: string): SetName[] {
  const hasStatements = existsSync(statementsFile(folder))
  const isThere = (name: SetName): boolean => {
    if (name === 'supersession') return hasStatements
    if (name === 'supersession_pool') return hasStatements && isThere('longmemeval_pool')
    return existsSync(join(folder, name, 'queries.jsonl'))
  }
  return setNames.filter(isThere)
}

function unitOf(set: SetName, row: Row, before: readonly Unit[]): Unit {
  const speaker = optional(row['speaker'])
  const session = optional(row['session'])
  const caption = optional(row['caption'])
  const base = { id: text(row['id']), session, text: text(row['text']) }
  // Two people talk: both are users with a name. Elsewhere the speaker is the role of a chat with an assistant.
  if (set === 'locomo') {
    const shown = caption === null ? base.text : `${base.text} [image: ${caption}]`
    return { ...base, text: shown, at: isoOf(optional(row['date'])), role: 'user', speaker }
  }
  // BEAM dates a batch once, at its first message; the batch is of that day.
  const last = before.at(-1)
  const at = isoOf(optional(row['date'])) ?? (last?.session === session ? (last?.at ?? null) : null)
  return { ...base, at, role: speaker ?? 'user', speaker: null }
}

function questionOf(row: Row, groups: ReadonlyMap<string, readonly Unit[]>): Asked {
  const group = text(row['group'])
  return {
    id: text(row['qid']),
    group,
    type: optional(row['type']) ?? 'all',
    text: text(row['query']),
    now: isoOf(optional(row['date'])) ?? dayAfter(groups.get(group) ?? []),
    gold: strings(row['gold']),
    goldSessions: strings(row['gold_sessions']),
  }
}

/** A question without a date is asked the day after the last message. */
function dayAfter(units: readonly Unit[]): string {
  const latest = Math.max(0, ...units.map(({ at }) => (at === null ? 0 : Date.parse(at))))
  return new Date((latest === 0 ? Date.UTC(2025, 0, 1) : latest) + 86_400_000).toISOString()
}
