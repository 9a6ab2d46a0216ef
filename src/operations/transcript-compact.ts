import { z } from 'zod'
import { requireCapability } from '../reach.js'
import { compact } from '../task/compaction/compact.js'
import { keepCompaction } from '../task/compaction/keep-compaction.js'
import { DEFAULT_BUDGET_TOKENS, LEAST_BUDGET_TOKENS } from '../task/compaction/render-summary.js'
import { latestCompaction, uncompacted, workingSet } from '../task/compaction/working-set.js'
import type { SessionEvent } from '../task/event.js'
import { sessionOf } from '../task/session-turns.js'
import { extractRecords } from '../user/memory-extraction/extract-records.js'
import type { Message } from '../user/memory-extraction/message.js'
import { WINDOW_PAIRS } from '../user/memory-extraction/window.js'
import { type Call, defineOperation } from './operation.js'
import { sessionName } from './transcript-shapes.js'

export const compactTranscript = defineOperation({
  name: 'transcript.compact',
  title: 'Summarise the older part of a session',
  description:
    'Call it when a conversation gets long: past 80,000 tokens, or the given share of the window, what is older than the last ' +
    'four messages becomes one structured summary, without a model: goal, decisions, files, artifacts, pending work, open ' +
    'questions, as they were said. Nothing is lost: the events stay, and are found as before. What the user said of themselves ' +
    'is kept as records first.',
  example: 'recollect transcript compact support-4711 --preview',
  capability: 'memory.write',
  audience: ['agent', 'subagent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  effect: 'write',
  isIdempotent: true,
  toolset: 'task',
  input: z.object({
    session: sessionName.describe('the name of the session'),
    budgetTokens: z
      .int()
      .min(LEAST_BUDGET_TOKENS)
      .max(100_000)
      .default(DEFAULT_BUDGET_TOKENS)
      .describe('the most that the summary takes'),
    window: z
      .int()
      .min(1_000)
      .max(100_000_000)
      .optional()
      .describe('the tokens that the model takes: its share counts then, instead of 80,000'),
    share: z.number().gt(0).max(1).default(0.8).describe('how much of the window the session may take'),
    force: z.boolean().default(false).describe('also where it still fits'),
    preview: z
      .boolean()
      .default(false)
      .describe('show the summary, also where it still fits, and keep nothing'),
  }),
  output: z.object({
    session: z.string(),
    outcome: z
      .enum(['compacted', 'preview', 'not_needed', 'would_grow', 'made_meanwhile'])
      .describe(
        'not_needed: it fits, or nothing new can be hidden; would_grow: the summary would be longer than what it replaces, and ' +
          'is made with force alone; made_meanwhile: another process was first, and its summary stands',
      ),
    id: z.string().nullable().describe('of the event that holds the summary'),
    seq: z.number().nullable(),
    throughSeq: z.number().nullable().describe('the last event that the summary stands for'),
    events: z.number().describe('how many it stands for'),
    tokensBefore: z.number().describe('what summary and events took, by estimate'),
    tokensAfter: z.number(),
    summaryTokens: z.number(),
    unshown: z.number().describe('what must not be lost and found no room: it is kept beside the text'),
    text: z.string().nullable().describe('the summary, as one system message'),
    extraction: z
      .object({
        windows: z.number().describe('parts of the conversation that were read for what lasts'),
        unread: z.number().describe('older parts that were left out'),
        records: z.number().describe('records that were made or changed'),
        failed: z.string().nullable().describe('the first thing that went wrong; it stops nothing'),
      })
      .nullable(),
  }),
  handler: async (call, { session, budgetTokens, window, share, force, preview }) => {
    const { spine, reach, signal } = call
    // It answers words of the conversation.
    requireCapability(reach, 'memory.read', 'transcript.compact')
    const bank = reach.writes
    const sessionRid = await sessionOf(spine, bank, session)
    const { summary, events } = await spine.store.read(uncompacted, bank, sessionRid)
    const made = compact(events, {
      budgetTokens,
      ...(window === undefined ? {} : { windowTokens: window, share }),
      // Who looks wants to see it, also where it still fits.
      force: force || preview,
      previous: summary?.detail,
    })
    const grows = made !== null && made.tokensAfter >= made.tokensBefore
    if (made === null || (grows && !force && !preview)) {
      const { tokens } = await spine.store.read(workingSet, bank, sessionRid)
      return {
        session,
        outcome: made === null ? ('not_needed' as const) : ('would_grow' as const),
        tokensBefore: tokens,
        tokensAfter: tokens,
        unshown: 0,
        extraction: null,
        id: summary?.id ?? null,
        seq: summary?.seq ?? null,
        throughSeq: summary?.detail.throughSeq ?? null,
        events: summary?.detail.events ?? 0,
        summaryTokens: summary?.tokens ?? 0,
        text: summary?.text ?? null,
      }
    }
    const answer = {
      session,
      throughSeq: made.detail.throughSeq,
      events: made.detail.events,
      tokensBefore: made.tokensBefore,
      tokensAfter: made.tokensAfter,
      summaryTokens: made.tokens,
      unshown: made.unshown,
      text: made.text,
    }
    if (preview) return { ...answer, outcome: 'preview' as const, id: null, seq: null, extraction: null }
    // Before anything is hidden; and it may take its time, as what is appended meanwhile stands behind.
    const known = summary?.detail.throughSeq ?? 0
    const hidden = events.filter(({ seq }) => seq > known && seq <= made.detail.throughSeq)
    const extraction = await flush(call, hidden)
    signal?.throwIfAborted()
    const kept = await keepCompaction(spine, reach, sessionRid, made, summary)
    if (kept !== null) return { ...answer, outcome: 'compacted' as const, ...kept, extraction }
    const stands = await spine.store.read(latestCompaction, bank, sessionRid)
    return {
      ...answer,
      outcome: 'made_meanwhile' as const,
      id: stands?.id ?? null,
      seq: stands?.seq ?? null,
      throughSeq: stands?.detail.throughSeq ?? null,
      events: stands?.detail.events ?? 0,
      summaryTokens: stands?.tokens ?? 0,
      text: stands?.text ?? null,
      extraction,
    }
  },
})

/** What the user said in the part that is hidden, read for what lasts, some exchanges at a time. Never throws. */
async function flush({ spine, reach, records, models, signal }: Call, hidden: readonly SessionEvent[]) {
  const windows = windowsOf(hidden)
  const read = windows.slice(-MOST_WINDOWS) // slice-ok: a list
  let written = 0
  let failed: string | null = null
  for (const messages of read) {
    if (signal?.aborted === true) break
    const result = await extractRecords({ spine, reach, records, models, signal }, messages)
    written += result.steps.filter(({ outcome }) => outcome === 'created' || outcome === 'updated').length
    if (result.outcome === 'failed') failed ??= result.detail ?? result.reason
  }
  return { windows: read.length, unread: windows.length - read.length, records: written, failed }
}

/** A model reads them one by one: what is older was most likely read when it happened. */
const MOST_WINDOWS = 40

/** Parts of a few exchanges each, in their order; a user's words that are nobody's to trust are left out. */
function windowsOf(events: readonly SessionEvent[]): Message[][] {
  const windows: Message[][] = []
  let current: Message[] = []
  let asked = 0
  let last = ''
  for (const { type, role, text, data, trust, id, at } of events) {
    if (type !== 'message' || data.sidechain !== undefined || (role === 'user' && trust === 'untrusted'))
      continue
    if (role === 'user' && last !== 'user') asked += 1
    if (asked > WINDOW_PAIRS) {
      windows.push(current)
      current = []
      asked = 1
    }
    if (role === 'user' || role === 'assistant') last = role
    current.push({ role, content: text, item: id, at })
  }
  if (asked > 0) windows.push(current)
  return windows
}
