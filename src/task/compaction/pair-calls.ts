import type { SessionEvent } from '../event.js'

/**
 * Each tool call by its index, with that of its result, where there is one. A runtime that gives no ids answers the calls
 * of one tool in their order; what it gave up on stays open when it calls anew. The first result of a call is its result.
 */
export function pairCalls(events: readonly SessionEvent[]): ReadonlyMap<number, number | undefined> {
  const results = new Map<number, number | undefined>()
  const named = new Map<string, number>()
  const unnamed: Open[] = []
  let round = 0
  let isCalling = false
  for (const [index, { type, data }] of events.entries()) {
    if (type === 'tool_call') {
      if (!isCalling) round += 1
      results.set(index, undefined)
      if (data.callId === undefined) unnamed.push({ index, round, tool: data.tool })
      else named.set(data.callId, index)
    } else if (type === 'tool_result') {
      const call = data.callId === undefined ? answered(unnamed, data.tool) : named.get(data.callId)
      if (data.callId !== undefined) named.delete(data.callId)
      if (call !== undefined) results.set(call, index)
    }
    if (!BETWEEN.has(type)) isCalling = type === 'tool_call'
  }
  return results
}

interface Open {
  readonly index: number
  /** Calls without anything between them are of one round. */
  readonly round: number
  readonly tool: string | undefined
}

const BETWEEN: ReadonlySet<string> = new Set(['reasoning', 'title', 'recall', 'compaction'])

/** The first of this tool in the latest round that has one open. */
function answered(open: Open[], tool: string | undefined): number | undefined {
  const isOf = (one: Open) => tool === undefined || one.tool === tool
  const latest = open.findLast(isOf)?.round
  const place = open.findIndex((one) => isOf(one) && one.round === latest)
  return place === -1 ? undefined : open.splice(place, 1)[0]?.index
}
