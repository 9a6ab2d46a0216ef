import type { ItemId } from '../../items/item.js'
import { inInt, sql } from '../../store/sql.js'
import { all, get, type Tx } from '../../store/statement.js'
import { estimateTokens } from '../../text/tokens.js'
import { type EventType, eventTypes, type SessionEvent } from '../event.js'
import { readEvents } from '../read-events.js'
import { inPrompt } from './compact.js'
import type { CompactionDetail } from './compaction.js'
import { trimResults } from './trim-results.js'

/** The latest compaction of a session, as it is kept. */
export interface KeptCompaction {
  readonly id: ItemId
  /** Of its own event. */
  readonly seq: number
  /** One system message, fenced already. */
  readonly text: string
  readonly tokens: number
  readonly detail: CompactionDetail
}

/** What of a session goes into a prompt. */
export interface WorkingSet {
  readonly summary: KeptCompaction | null
  /** In their order, large results cut; a result may be there whose call was hidden long ago. */
  readonly events: readonly SessionEvent[]
  /** Of summary and events, by estimate. */
  readonly tokens: number
}

/**
 * The latest compaction of a session, and the events that it carries and all behind it, as a prompt has them
 * (docs/compaction.md).
 */
export function* workingSet(
  bank: string,
  sessionRid: number,
  wanted: Omit<UncompactedWanted, 'types'> = {},
): Tx<WorkingSet> {
  const { summary, events } = yield* uncompacted(bank, sessionRid, { ...wanted, types: PROMPTED })
  const weighed = trimResults(inPrompt(events))
  const tokens = weighed.reduce((sum, one) => sum + one.tokens, summary?.tokens ?? 0)
  return { summary, events: weighed.map(({ event }) => event), tokens }
}

export interface UncompactedWanted {
  /** The latest so many events at most. */
  readonly limit?: number | undefined
  /** As the session was before this event. */
  readonly before?: number | undefined
  readonly types?: readonly EventType[]
}

/** The same, as the events were kept: what a compaction is made of. */
export function* uncompacted(
  bank: string,
  sessionRid: number,
  { limit, before, types }: UncompactedWanted = {},
): Tx<{ readonly summary: KeptCompaction | null; readonly events: readonly SessionEvent[] }> {
  const summary = yield* latestCompaction(bank, sessionRid, before)
  const events: SessionEvent[] = []
  for (const seq of summary?.detail.carried ?? [])
    events.push(...(yield* readEvents(bank, sessionRid, { after: seq - 1, before: seq + 1, limit: 1 })))
  const throughSeq = summary?.detail.throughSeq ?? 0
  const first = limit === undefined ? 0 : yield* seqFromEnd(bank, sessionRid, limit, before)
  for (let after = Math.max(throughSeq, first); ; ) {
    const page = yield* readEvents(bank, sessionRid, {
      after,
      limit: EVENTS_AT_ONCE,
      ...(types === undefined ? {} : { types }),
      ...(before === undefined ? {} : { before }),
    })
    events.push(...page)
    const last = page.at(-1)
    if (last === undefined || page.length < EVENTS_AT_ONCE) break
    after = last.seq
  }
  return { summary, events }
}

/** Beside prompts that were kept there is much to read, and nothing for a later one. */
const PROMPTED: readonly EventType[] = eventTypes.filter(
  (type) => type !== 'recall' && type !== 'compaction' && type !== 'title',
)

const EVENTS_AT_ONCE = 2_000

/** The latest that was made here, before an event, of this session as it is, and not withdrawn since. */
export function* latestCompaction(
  bank: string,
  sessionRid: number,
  until?: number,
): Tx<KeptCompaction | null> {
  for (let before = until; ; ) {
    const [event] = yield* readEvents(bank, sessionRid, {
      types: ['compaction'],
      ...(before === undefined ? {} : { before }),
      limit: 1,
      latest: true,
    })
    if (event === undefined) return null
    const detail = detailOf(event)
    if (detail !== null && (yield* isOf(bank, sessionRid, detail)))
      return { id: event.id, seq: event.seq, text: event.text, tokens: estimateTokens(event.text), detail }
    before = event.seq
  }
}

/** What came in a file of somebody's transcript was not made here. */
function detailOf({ origin, data }: SessionEvent): CompactionDetail | null {
  const detail = data.detail as CompactionDetail | undefined
  return origin === 'import' || detail?.version !== 1 ? null : detail
}

function* isOf(bank: string, sessionRid: number, { throughSeq, throughId }: CompactionDetail): Tx<boolean> {
  const event = yield* get(sql`
    select t.seq from turn t join item i on i.bank = t.bank and i.rid = t.item_rid
    where t.bank = ${bank} and t.session_rid = ${sessionRid} and t.seq = ${throughSeq} and i.id = ${throughId}`)
  return event !== undefined
}

/** The event before the latest so many. */
function* seqFromEnd(
  bank: string,
  sessionRid: number,
  count: number,
  before = Number.MAX_SAFE_INTEGER,
): Tx<number> {
  const last = yield* get<{ seq: number }>(sql`
    select seq from turn where bank = ${bank} and session_rid = ${sessionRid} and seq < ${before}
    order by seq desc limit 1`)
  return Math.max(0, (last?.seq ?? 0) - count)
}

/** The ids of events by their numbers, of those that are there. */
export function* idsOfEvents(bank: string, sessionRid: number, seqs: readonly number[]): Tx<ItemId[]> {
  const rows = yield* all<{ id: ItemId }>(sql`
    select i.id from turn t join item i on i.bank = t.bank and i.rid = t.item_rid
    where t.bank = ${bank} and t.session_rid = ${sessionRid} and t.seq ${inInt(seqs)}`)
  return rows.map(({ id }) => id)
}
