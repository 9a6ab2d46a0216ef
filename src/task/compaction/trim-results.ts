import { estimateTokens } from '../../text/tokens.js'
import type { SessionEvent } from '../event.js'
import { answeredUntil } from './answered-until.js'
import { cutToTokens } from './cut-to-tokens.js'

/** An event as it goes into a prompt, and what it takes there. */
export interface Weighed {
  readonly event: SessionEvent
  readonly tokens: number
}

/** A tool result above this is cut to a pointer. */
export const RESULT_TOKENS = 5_000

/**
 * Events as a prompt has them: results that are too large are cut to their beginning and a pointer to the whole, and of
 * several reads of the same file, or snapshots of it, the latest stays. What the model has not seen yet stays whole.
 */
export function trimResults(events: readonly SessionEvent[]): Weighed[] {
  const answered = answeredUntil(events)
  const reads = readsOf(events)
  return events.map((event, index) => {
    const later = reads.get(index)
    if (later !== undefined && index < answered)
      return weighed({ ...event, text: `[The same was read again later: event ${later}.]` })
    const plain = weighed(event)
    if (event.type !== 'tool_result' || plain.tokens <= RESULT_TOKENS || index >= answered) return plain
    return weighed({ ...event, text: cut(event, plain.tokens) })
  })
}

function weighed(event: SessionEvent): Weighed {
  return { event, tokens: estimateTokens(event.text) + PER_EVENT }
}

/** What a provider adds around each message. */
const PER_EVENT = 4

function cut(event: SessionEvent, tokens: number): string {
  return `${cutToTokens(event.text, PREVIEW_TOKENS)}\n${cutMark(whereWhole(event), tokens)}`
}

/** How much of an output stands where there is no room for all of it. */
export const PREVIEW_TOKENS = 400

/** Where all of an event is. */
export function whereWhole({ seq, data }: SessionEvent): string {
  return data.artifact === undefined
    ? `transcript read, from event ${seq}, shows all of it`
    : `artifact read ${data.artifact} shows all of it`
}

/** Stands behind a beginning. */
export function cutMark(whole: string, tokens: number): string {
  return `[Cut here, about ${tokens} tokens: ${whole}.]`
}

/** By index, what was read once more: the seq of the latest event that says the same. */
function readsOf(events: readonly SessionEvent[]): ReadonlyMap<number, number> {
  const callText = new Map<string, SessionEvent>()
  const latest = new Map<string, SessionEvent>()
  const keys = events.map((event) => {
    const { type, data } = event
    if (type === 'tool_call' && data.callId !== undefined) callText.set(data.callId, event)
    const key = readKey(event, data.callId === undefined ? undefined : callText.get(data.callId))
    if (key !== undefined) latest.set(key, event)
    return key
  })
  const repeated = new Map<number, number>()
  for (const [index, key] of keys.entries()) {
    const last = key === undefined ? undefined : latest.get(key)
    if (last !== undefined && last !== events[index]) repeated.set(index, last.seq)
  }
  return repeated
}

/** Reads of other lines of a file are other reads. */
function readKey({ type, data }: SessionEvent, call: SessionEvent | undefined): string | undefined {
  if (type === 'file_snapshot') return data.path === undefined ? undefined : `snapshot ${data.path}`
  if (type !== 'tool_result' || data.isError === true || call === undefined) return undefined
  const tool = call.data.tool ?? ''
  return /read|view|^cat$|open_?file|get_?file/i.test(tool) ? `${tool} ${call.text}` : undefined
}
