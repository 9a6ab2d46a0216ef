import type { TranscriptEvent } from './transcript-window.js'

/** What stands in a conversation as one thing: an event, a tool's call with its result, or what lies between two events. */
export type Step =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'gone'; readonly key: string; readonly count: number }
  | {
      readonly kind: 'event'
      readonly key: string
      readonly event: TranscriptEvent
      /** Of a call: what came back, where it is held as well. */
      readonly result?: TranscriptEvent
    }

/**
 * Events as one reads them: a call and its result are one step, a new day has a ruler, and where the numbers leave a gap
 * something was forgotten. Where only some events were asked for, a gap means nothing.
 */
export function stepsOf(
  events: readonly TranscriptEvent[],
  { isWhole }: { readonly isWhole: boolean },
): Step[] {
  const results = resultsOf(events)
  const taken = new Set([...results.values()].map(({ id }) => id))
  const steps: Step[] = []
  let day = ''
  let last: number | undefined
  for (const event of events) {
    const missing = last === undefined ? 0 : event.seq - last - 1
    if (isWhole && missing > 0) steps.push({ kind: 'gone', key: `gone ${event.seq}`, count: missing })
    last = event.seq
    if (taken.has(event.id)) continue
    const today = new Date(event.at).toDateString()
    if (today !== day) steps.push({ kind: 'day', key: `day ${event.seq}`, at: event.at })
    day = today
    const result = results.get(event.id)
    steps.push({ kind: 'event', key: event.id, event, ...(result === undefined ? {} : { result }) })
  }
  return steps
}

/** The key of the step in which an event stands; undefined where none of them holds it. */
export function stepWith(steps: readonly Step[], id: string): string | undefined {
  return steps.find((step) => step.kind === 'event' && (step.event.id === id || step.result?.id === id))?.key
}

/** By call: its result, by the id that both name; without one, what the same tool said right behind it. */
function resultsOf(events: readonly TranscriptEvent[]): ReadonlyMap<string, TranscriptEvent> {
  const open = new Map<string, TranscriptEvent>()
  const results = new Map<string, TranscriptEvent>()
  let before: TranscriptEvent | undefined
  for (const event of events) {
    if (event.type === 'tool_call' && event.callId !== null) open.set(event.callId, event)
    if (event.type === 'tool_result') {
      const isNext = event.callId === null && before?.type === 'tool_call' && before.callId === null
      const call = event.callId === null ? (isNext ? before : undefined) : open.get(event.callId)
      if (call !== undefined && (event.callId !== null || call.tool === event.tool)) {
        results.set(call.id, event)
        if (event.callId !== null) open.delete(event.callId)
      }
    }
    before = event
  }
  return results
}
