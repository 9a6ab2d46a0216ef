import type { SessionEvent } from '../event.js'
import type { Compaction, CompactionDetail, Entry } from './compaction.js'
import { gather } from './gather.js'
import { DEFAULT_BUDGET_TOKENS, LEAST_BUDGET_TOKENS, renderSummary } from './render-summary.js'
import { split } from './split.js'
import { trimResults, type Weighed } from './trim-results.js'

export interface CompactOptions {
  /**
   * The most that the summary takes, by estimate, and never more than a quarter of the limit. Default
   * {@link DEFAULT_BUDGET_TOKENS}.
   */
  readonly budgetTokens?: number
  /** The model's window: where it is known, its share is what counts instead of {@link PAST_TOKENS}. */
  readonly windowTokens?: number
  /** How much of the window the events may take, above 0 and at most 1. Default 0.8. */
  readonly share?: number
  /** The summary of what came before the events. */
  readonly previous?: CompactionDetail | undefined
  /** However few tokens there are. */
  readonly force?: boolean
}

/**
 * Makes a structured summary of the older events of a session, without a model: quotes, counts, paths and ids alone
 * (docs/compaction.md). Null where the events still fit, or nothing can be hidden. A pure function; with `previous` the
 * events are those it carried and all behind it, and the summary is the one that all events at once would give.
 *
 * @throws RangeError on a budget below {@link LEAST_BUDGET_TOKENS}, or a window or share that is none
 */
export function compact(events: readonly SessionEvent[], options: CompactOptions = {}): Compaction | null {
  const { budgetTokens: wanted = DEFAULT_BUDGET_TOKENS, previous, force = false } = options
  const limit = limitOf(options)
  if (!(wanted >= LEAST_BUDGET_TOKENS))
    throw new RangeError(`compact: budgetTokens must be ${LEAST_BUDGET_TOKENS} or more, got ${wanted}`)
  const budgetTokens = Math.max(LEAST_BUDGET_TOKENS, Math.min(wanted, Math.floor(limit * SUMMARY_SHARE)))
  const before = trimResults(inPrompt(events))
  const tokensBefore = sum(before) + (previous === undefined ? 0 : previous.tokens)
  if (!force && tokensBefore <= limit) return null
  const { throughSeq, carried, tail } = split(before, Math.floor(limit * TAIL_SHARE))
  const known = previous?.throughSeq ?? 0
  const hidden = events.filter(({ seq, type }) => seq > known && seq <= throughSeq && type !== 'compaction')
  const [first] = hidden
  if (first === undefined) return null
  const gathered = gather(previous && [...previous.entries, ...previous.lossless], previous?.points)
  for (const event of events) if (event.seq <= known) gathered.know(event)
  for (const event of hidden) gathered.take(event)
  const entries = gathered.entries()
  // What the events that stay settle is told as settled; what begins there is not told here.
  const sofar = gather(entries, gathered.points)
  for (const event of events) if (event.seq > throughSeq) sofar.take(event)
  const stillOpen = new Set(
    sofar
      .entries()
      .filter(({ lane }) => lane === 'pending' || lane === 'question')
      .map(openKey),
  )
  const goal = entries.find(({ lane }) => lane === 'goal')
  const isTold = (entry: Entry) => {
    if (entry.lane === 'pending' || entry.lane === 'question') return stillOpen.has(openKey(entry))
    return entry.lane !== 'request' || entry.seq !== goal?.seq
  }
  const about = {
    version: 1 as const,
    throughSeq,
    throughId: (hidden.at(-1) ?? first).id,
    carried: carried.map(({ seq }) => seq),
    events: (previous?.events ?? 0) + hidden.length,
    firstSeq: previous?.firstSeq ?? first.seq,
    from: hidden.reduce((least, { at }) => Math.min(least, at), previous?.from ?? first.at),
    to: hidden.reduce((most, { at }) => Math.max(most, at), previous?.to ?? first.at),
    budgetTokens,
    points: gathered.points,
  }
  const { text, shown, tokens, unshown } = renderSummary(about, entries.filter(isTold))
  const detail: CompactionDetail = {
    ...about,
    tokens,
    entries: entries.filter((entry) => shown.has(entry)),
    lossless: entries.filter((entry) => !shown.has(entry)),
  }
  const kept = new Set([...carried, ...tail])
  const tokensKept = sum(before.filter(({ event }) => kept.has(event)))
  return { text, detail, tokens, unshown, tokensBefore, tokensAfter: tokens + tokensKept }
}

/** Events that a prompt holds: not what memory notes for itself, nor what a sub-agent did. */
export function inPrompt(events: readonly SessionEvent[]): SessionEvent[] {
  return events.filter(({ type, data }) => !UNPROMPTED.has(type) && data.sidechain === undefined)
}

const UNPROMPTED: ReadonlySet<string> = new Set(['compaction', 'title', 'recall'])

/** Without a window, past this many tokens older messages are summarised. */
const PAST_TOKENS = 80_000
const DEFAULT_SHARE = 0.8
/** Of the limit the most that a summary takes: where the window is small, it is short. */
const SUMMARY_SHARE = 0.25
/** How much of the limit the events behind the last hidden one may take, where an agent worked on without a message. */
const TAIL_SHARE = 0.25

function limitOf({ windowTokens, share = DEFAULT_SHARE }: CompactOptions): number {
  if (!(share > 0 && share <= 1))
    throw new RangeError(`compact: share must be above 0 and at most 1, got ${share}`)
  if (windowTokens === undefined) return PAST_TOKENS
  if (!(windowTokens > 0)) throw new RangeError(`compact: windowTokens must be above 0, got ${windowTokens}`)
  return windowTokens * share
}

function sum(weighed: readonly Weighed[]): number {
  return weighed.reduce((total, { tokens }) => total + tokens, 0)
}

function openKey({
  lane,
  seq,
  text,
}: {
  readonly lane: string
  readonly seq: number
  readonly text: string
}): string {
  return `${lane} ${seq} ${text}`
}
