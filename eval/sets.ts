import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

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
] as const

export type SetName = (typeof setNames)[number]

/**
 * Reads a set the way a user would bring it. Questions without gold are left out, and those that ask for what is
 * not there (LoCoMo's adversarial, LongMemEval's abstentions), as in the published baselines.
 */
export function readSet(folder: string, name: SetName): EvalSet {
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
  return setNames.filter((name) => existsSync(join(folder, name, 'queries.jsonl')))
}

type Row = Readonly<Record<string, unknown>>

function readLines(file: string): Row[] {
  const bytes = readFileSync(file)
  const content = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return content
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
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

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The sets' own ways of writing times, all taken as UTC. */
function isoOf(date: string | null): string | null {
  if (date === null) return null
  const locomo = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/.exec(date)
  if (locomo !== null) {
    const [, hour, minute, half, day, month, year] = locomo
    return iso(year, monthOf(month), day, (Number(hour) % 12) + (half === 'pm' ? 12 : 0), minute)
  }
  const longmemeval = /^(\d{4})\/(\d\d)\/(\d\d) \(\w+\) (\d\d):(\d\d)$/.exec(date)
  if (longmemeval !== null) {
    const [, year, month, day, hour, minute] = longmemeval
    return iso(year, Number(month) - 1, day, hour, minute)
  }
  const beam = /^(\w+)-(\d+)-(\d{4})$/.exec(date)
  if (beam !== null) return iso(beam[3], monthOf(beam[1]), beam[2], 0, 0)
  if (/^\d{4}-\d\d-\d\dT[\d:]+$/.test(date)) return new Date(`${date}Z`).toISOString()
  throw new Error(`a date that no set is known to use: ${date}`)
}

type Digits = string | number | undefined

function iso(year: Digits, monthIndex: number, day: Digits, hour: Digits, minute: Digits): string {
  return new Date(Date.UTC(Number(year), monthIndex, Number(day), Number(hour), Number(minute))).toISOString()
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf((name ?? '').substring(0, 3).toLowerCase())
}

function text(value: unknown): string {
  if (typeof value === 'string') return value
  throw new TypeError(`a set holds ${typeof value} where a text belongs`)
}

function optional(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : []
}
