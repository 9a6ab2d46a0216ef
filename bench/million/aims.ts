import { growthExponent } from '../statistics.js'
import { figureOf, type MillionResults, peerFigure } from './million-results.js'

/** A figure that was set out to be reached, and what was. */
export interface Aim {
  readonly name: string
  readonly aim: string
  /** As it is printed; `–` where it was not measured. */
  readonly figure: string
  /** Absent where it was not measured. */
  readonly isReached?: boolean
}

/** What a million memories were to cost, beside what they do. */
export function aimsOf(results: MillionResults): Aim[] {
  const of = (items: number, part: string, name: string) => figureOf(results, items, part, name)
  const growth = (from: number, to: number) =>
    growthExponent(
      { items: from, cost: of(from, 'hybrid', 'words8P50') },
      { items: to, cost: of(to, 'hybrid', 'words8P50') },
    )
  const slower = (name: string) => of(MILLION, 'capture', name) / of(TEN, 'capture', name)
  const beside = (name: string) =>
    of(HUNDRED, 'words', 'words8P50') / peerFigure(results, HUNDRED, name, 'words8P50')
  const late = Math.max(...PARTS_WATCHED.map((part) => of(MILLION, part, 'lateMs')))
  const asked = ASKED.flatMap(({ kind, heading }) => [
    below(`words, ${heading}, p50`, of(MILLION, 'words', `${kind}P50`), 3, 'ms'),
    below(`words, ${heading}, p95`, of(MILLION, 'words', `${kind}P95`), 10, 'ms'),
    below(`hybrid, ${heading}, p50`, of(MILLION, 'hybrid', `${kind}P50`), 10, 'ms'),
    below(`hybrid, ${heading}, p95`, of(MILLION, 'hybrid', `${kind}P95`), 25, 'ms'),
    above(`exact first ten by words, ${heading}`, of(MILLION, 'exact', `${kind}Exact`), 0.999),
  ])
  const floorMs = of(MILLION, 'meaning', 'codeMb') / of(MILLION, 'machine', 'scanGigabytes')
  return [
    ...asked,
    below('hybrid grows from 10,000 to 100,000 as items^', growth(TEN, HUNDRED), 0.6),
    below('hybrid grows from 100,000 to a million as items^', growth(HUNDRED, MILLION), 1),
    below('capture, a million / 10,000', slower('captureP50'), 1.15, '×'),
    below('the same, each in syncs of its minute', slower('captureSyncs'), 1.15, '×'),
    below('forget, logical, p50', of(MILLION, 'product', 'forgetP50'), 50, 'ms'),
    below('open to first answer, words', of(MILLION, 'words', 'openMs'), 1_000, 'ms'),
    below('open to first answer, hybrid', of(MILLION, 'hybrid', 'openMs'), 1_000, 'ms'),
    below('memory at rest, hybrid', of(MILLION, 'hybrid', 'restMb'), 1_200, 'MB'),
    below('memory at most, hybrid', of(MILLION, 'hybrid', 'peakMb'), 1_200, 'MB'),
    below('memory at rest, hybrid, 100,000', of(HUNDRED, 'hybrid', 'restMb'), 250, 'MB'),
    below('memory at most, hybrid, 100,000', of(HUNDRED, 'hybrid', 'peakMb'), 250, 'MB'),
    below('words / MiniSearch with our stop words, 100,000', beside('minisearch with our stop words'), 0.05),
    below('words / our tokens in FTS5 by rank, 100,000', beside('our tokens in FTS5 by rank'), 0.05),
    below(
      'meaning alone / reading its bits at memory speed',
      of(MILLION, 'meaning', 'meaningP50') / floorMs,
      3,
    ),
    below('bank of 1,000 among 1,000, hybrid, p50', of(MILLION, 'bank-hybrid', 'againP50'), 2, 'ms'),
    below('longest that others of the thread waited', late, 20, 'ms'),
    below(
      'p99 of searches beside captures / p50',
      of(MILLION, 'beside', 'besideP99') / of(MILLION, 'beside', 'besideP50'),
      4,
    ),
  ]
}

const TEN = 10_000
const HUNDRED = 100_000
const MILLION = 1_000_000

const ASKED = [
  { kind: 'words8', heading: '8 words' },
  { kind: 'chat', heading: 'words of chats' },
  { kind: 'mixed', heading: 'those beside a rare one' },
] as const

const PARTS_WATCHED = ['words', 'hybrid', 'beside', 'product'] as const

function below(name: string, value: number, limit: number, unit = ''): Aim {
  return { name, aim: `≤ ${said(limit, unit)}`, ...judged(value, unit, value <= limit) }
}

function above(name: string, value: number, limit: number): Aim {
  return { name, aim: `≥ ${limit}`, ...judged(value, '', value >= limit) }
}

function judged(value: number, unit: string, isReached: boolean): Pick<Aim, 'figure' | 'isReached'> {
  return Number.isFinite(value) ? { figure: said(value, unit), isReached } : { figure: '–' }
}

function said(value: number, unit: string): string {
  const digits =
    value >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)))
  return unit === '' ? digits : `${digits} ${unit}`
}
