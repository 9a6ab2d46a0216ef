import type { Spine } from '../items/spine.js'
import { sql } from '../store/sql.js'
import { all, get } from '../store/statement.js'
import { clip } from '../text/clip.js'
import { type EventData, type EventType, eventTypes } from './event.js'
import type { KnownSession } from './known-session.js'
import { readEvents } from './read-events.js'

/** What a session came to, counted. Times are milliseconds UTC. */
export interface SessionSummary {
  readonly counts: readonly { readonly type: EventType; readonly events: number }[]
  /** Places whose event was forgotten. */
  readonly forgotten: number
  readonly firstAt: number | null
  readonly lastAt: number | null
  /** Most used first. */
  readonly tools: readonly { readonly tool: string; readonly calls: number; readonly errors: number }[]
  /** Calls whose result is not there. */
  readonly openCalls: number
  /** Touched last first. */
  readonly files: readonly { readonly path: string; readonly events: number }[]
  /** Outputs that were too large to stay. */
  readonly artifacts: number
  readonly masked: number
  /** What the user asked for last, in order. */
  readonly requests: readonly { readonly seq: number; readonly at: number; readonly text: string }[]
}

/** Counts what happened in a session; reads no text but the latest requests, and asks no model. */
export async function summariseSession(
  { store }: Pick<Spine, 'store'>,
  { bank, rid }: Pick<KnownSession, 'bank' | 'rid'>,
  requests: number,
): Promise<SessionSummary> {
  const tally = createTally()
  const counts = new Map<EventType, number>()
  let forgotten = 0
  for (let after = 0; ; ) {
    const rows = await store.query(
      all<{ seq: number; type: EventType; item: number | null; data: string | null }>(sql`
        select t.seq, t.type, t.item_rid as item, d.data from turn t
        left join event_data d on d.bank = t.bank and d.item_rid = t.item_rid
        where t.bank = ${bank} and t.session_rid = ${rid} and t.seq > ${after} order by t.seq limit ${PORTION}`),
    )
    for (const { seq, type, item, data } of rows) {
      after = seq
      if (item === null) forgotten += 1
      else {
        counts.set(type, (counts.get(type) ?? 0) + 1)
        if (data !== null) tally.add(type, JSON.parse(data))
      }
    }
    if (rows.length < PORTION) break
  }
  const latest = await store.read(readEvents, bank, rid, {
    types: ['message'],
    limit: LOOKED_AT,
    latest: true,
  })
  const asked = latest.filter(({ role, data }) => role === 'user' && data.sidechain === undefined)
  return {
    counts: eventTypes
      .flatMap((type) => ({ type, events: counts.get(type) ?? 0 }))
      .filter(({ events }) => events > 0),
    forgotten,
    ...((await store.query(spanOf(bank, rid))) ?? { firstAt: null, lastAt: null }),
    ...tally.result(),
    requests: asked
      .slice(-requests)
      .map(({ seq, at, text }) => ({ seq, at, text: clip(text, REQUEST_CHARS) })),
  }
}

const PORTION = 1_000
/** Among so many of the latest messages the user's requests are looked for. */
const LOOKED_AT = 100
const REQUEST_CHARS = 500

function spanOf(bank: string, rid: number) {
  const at = sql`coalesce(i.occurred_at, i.recorded_at)`
  return get<{ firstAt: number | null; lastAt: number | null }>(sql`
    select min(${at}) as "firstAt", max(${at}) as "lastAt"
    from turn t join item i on i.bank = t.bank and i.rid = t.item_rid
    where t.bank = ${bank} and t.session_rid = ${rid}`)
}

function createTally() {
  const tools = new Map<string, { calls: number; errors: number }>()
  const files = new Map<string, number>()
  const open = new Set<string>()
  let artifacts = 0
  let masked = 0
  return {
    add(type: EventType, { tool, callId, isError, path, artifact, masked: here = 0 }: EventData): void {
      if (tool !== undefined && (type === 'tool_call' || isError === true)) {
        const used = tools.get(tool) ?? { calls: 0, errors: 0 }
        if (type === 'tool_call') used.calls += 1
        else used.errors += 1
        tools.set(tool, used)
      }
      if (callId !== undefined && type === 'tool_call') open.add(callId)
      if (callId !== undefined && type === 'tool_result') open.delete(callId)
      if (path !== undefined) {
        const events = (files.get(path) ?? 0) + 1
        // Behind all others: it was touched last.
        files.delete(path)
        files.set(path, events)
      }
      if (artifact !== undefined) artifacts += 1
      masked += here
    },
    result: () => ({
      tools: [...tools]
        .map(([tool, used]) => ({ tool, ...used }))
        .sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1)),
      openCalls: open.size,
      files: [...files].map(([path, events]) => ({ path, events })).reverse(),
      artifacts,
      masked,
    }),
  }
}
