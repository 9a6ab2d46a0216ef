import { chineseTimes } from './chinese-time.js'
import { clip } from './clip.js'
import { englishTimes } from './english-time.js'
import { normalise } from './fold.js'
import { QUERY_MAX_CHARS } from './query.js'
import type { NamedDate, TimeExpression, TimeKind } from './time-expression.js'
import { instantOf, wallClock } from './zone.js'

/** A stretch of time that a question speaks of. */
export interface TimeRange {
  /** First instant, ms UTC. */
  readonly from: number
  /** First instant behind it, ms UTC. */
  readonly to: number
  /** The words it was read from, in normalised form. */
  readonly text: string
  readonly kind: TimeKind
}

/** Numbers of dates as a question names them. */
export interface DateParts {
  readonly years: readonly number[]
  /** 1–12. */
  readonly months: readonly number[]
  /** 1–31. */
  readonly days: readonly number[]
  /** 1 Monday – 7. */
  readonly weekdays: readonly number[]
}

/** Ends of open ranges (`since March`, `before 2020`): the limits of Date, and safe integers. */
export const EARLIEST_MS = -8.64e15
export const LATEST_MS = 8.64e15

/**
 * The times a question speaks of, in English or Chinese, as the asker's clock and zone make them; in text order.
 * A month, date or weekday without a year is the latest one that has begun. Weeks start on Monday, seasons are the
 * northern, meteorological ones.
 *
 * @param now the instant (ms UTC) at which the question is asked
 * @param zone the asker's zone: IANA name, `UTC` or an offset
 * @throws RangeError for a zone that does not exist
 */
export function timeRanges(
  question: string,
  { now, zone }: { readonly now: number; readonly zone: string },
): readonly TimeRange[] {
  const text = normalised(question)
  return expressions(text, wallClock(now, zone)).map((expression) => ({
    from: instant(expression.from, zone),
    to: instant(expression.to, zone),
    text: text.substring(expression.start, expression.end),
    kind: expression.kind,
  }))
}

/** The years, months, days and weekdays a question names outright; nothing is inferred from when it is asked. */
export function dateParts(question: string): DateParts {
  // Any clock does: what a question names itself does not depend on it.
  const named = expressions(normalised(question), 0).flatMap((expression) => expression.named)
  return {
    years: distinct(named, (date) => date.year),
    months: distinct(named, (date) => date.month),
    days: distinct(named, (date) => date.day),
    weekdays: distinct(named, (date) => date.weekday),
  }
}

function normalised(question: string): string {
  return normalise(clip(question, QUERY_MAX_CHARS))
}

function expressions(text: string, nowWall: number): readonly TimeExpression[] {
  const found = [...englishTimes(text, nowWall), ...chineseTimes(text, nowWall)]
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: TimeExpression[] = []
  for (const expression of found) if (expression.start >= (kept.at(-1)?.end ?? 0)) kept.push(expression)
  // `recently` is a guess that any time named beside it replaces.
  const certain = kept.filter((expression) => expression.kind !== 'recent')
  return certain.length > 0 ? certain : kept
}

function instant(wallMs: number, zone: string): number {
  if (wallMs <= EARLIEST_MS / 2) return EARLIEST_MS
  return wallMs >= LATEST_MS / 2 ? LATEST_MS : instantOf(wallMs, zone)
}

function distinct(
  named: readonly NamedDate[],
  part: (date: NamedDate) => number | undefined,
): readonly number[] {
  return [...new Set(named.map(part).filter((value) => value !== undefined))]
}
