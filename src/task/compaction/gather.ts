import { stripFenced } from '../../text/fence.js'
import type { SessionEvent } from '../event.js'
import { type Entry, type Lane, lanes } from './compaction.js'
import { cutToTokens } from './cut-to-tokens.js'
import { filesInArguments, filesInText } from './named-files.js'
import { cuedSpans, onlyAsks } from './spoken-cues.js'
import { staysInTimeline } from './timeline.js'
import { todoChange } from './todo-list.js'

/** What a summary knows so far. It is a fold: the same events in one go or in several leave the same. */
export interface Gathered {
  take(event: SessionEvent): void
  /** A call that an earlier summary took already, and whose result is still to come. */
  know(event: SessionEvent): void
  /** By lane, in the order of the events. */
  entries(): Entry[]
  readonly points: number
}

/** Begins with what an earlier summary knew. */
export function gather(known: readonly Entry[] = [], pointsBefore = 0): Gathered {
  const kept = new Map<Lane, Map<string, Entry>>(lanes.map((lane) => [lane, new Map()]))
  const laneOf = (lane: Lane) => kept.get(lane) as Map<string, Entry>
  for (const entry of [...known].sort(inOrder)) laneOf(entry.lane).set(keyOf(entry), entry)
  const calls = new Map<string, string>()
  let points = pointsBefore

  /** The first to say it is the one that is quoted. */
  const keep = (entry: Entry) => {
    const lane = laneOf(entry.lane)
    const key = keyOf(entry)
    if (!lane.has(key)) lane.set(key, entry)
  }
  const keepLatest = (lane: Lane, entry: Entry, count: number) => {
    const all = laneOf(lane)
    all.delete(keyOf(entry))
    all.set(keyOf(entry), entry)
    for (const key of all.keys()) if (all.size > count) all.delete(key)
  }
  const count = (entry: Entry, failed = 0) => {
    const lane = laneOf(entry.lane)
    const before = lane.get(keyOf(entry))
    const tools = new Set([
      ...(before?.tool?.split(' ') ?? []),
      ...(entry.tool === undefined ? [] : [entry.tool]),
    ])
    lane.set(keyOf(entry), {
      ...(before ?? entry),
      ...(tools.size === 0 ? {} : { tool: [...tools].join(' ') }),
      count: (before?.count ?? 0) + (entry.count ?? 0),
      ...(failed + (before?.failed ?? 0) === 0 ? {} : { failed: failed + (before?.failed ?? 0) }),
    })
  }
  const thin = () => {
    const lane = laneOf('timeline')
    for (const [key, { place = 0 }] of lane) if (!staysInTimeline(place, points)) lane.delete(key)
  }
  const point = (entry: Entry, at: number) => {
    const lane = laneOf('timeline')
    lane.set(String(points), { ...entry, at, place: points })
    points += 1
    if (lane.size > POINTS_AT_ONCE) thin()
  }
  const closeQuestions = (askedBy: string) => {
    const lane = laneOf('question')
    for (const [key, { role }] of lane) if (role === askedBy) lane.delete(key)
  }

  const message = (event: SessionEvent) => {
    const { seq } = event
    // What a sub-agent was told and said is no word of the user's or of this agent's.
    const role = event.data.sidechain === undefined ? event.role : 'subagent'
    // What memory showed was said by nobody here.
    const text = stripFenced(event.text)
    const quote = (lane: Lane, from: number, to: number, maxTokens: number): Entry => {
      const span = text.substring(from, to) // slice-ok: at the borders of what was found
      const cut = cutToTokens(span, maxTokens)
      return { lane, seq, role, text: cut, ...(cut.length < span.length ? { isCut: true as const } : {}) }
    }
    const start = text.length - text.trimStart().length
    const end = text.trimEnd().length
    if (start >= end) return
    if (role === 'user') {
      if (laneOf('goal').size === 0) keep(quote('goal', start, end, GOAL_TOKENS))
      keepLatest('request', { lane: 'request', seq, role, text: text.substring(start, end) }, LATEST_REQUESTS) // slice-ok: at the borders of what was found
      if (!onlyAsks(text)) closeQuestions('assistant')
    } else if (role === 'assistant') {
      keepLatest('current', { lane: 'current', seq, role, text: text.substring(start, end) }, LATEST_STEPS) // slice-ok: at the borders of what was found
      if (!onlyAsks(text)) closeQuestions('user')
    }
    if (role === 'user' || role === 'assistant') {
      point(quote('timeline', start, firstLineEnd(text, start, end), POINT_TOKENS), event.at)
      for (const { cue, span } of cuedSpans(text)) {
        if (cue === 'done')
          settle(text.substring(...span)) // slice-ok: at the borders of what was found
        else if (cue !== 'fact' || role === 'user') keep(quote(cue, ...span, QUOTE_TOKENS))
      }
      for (const url of text.matchAll(CITED)) {
        const address = url[0].replace(/[.,:;!?)\]'"]{1,20}$/, '')
        keep({ lane: 'citation', seq, role, text: address })
      }
    }
    for (const path of filesInText(text)) count({ lane: 'file', seq, role, text: path, count: 1 })
  }
  /** A step was done: also where it was open under the same words elsewhere. */
  const settle = (done: string) => {
    const lane = laneOf('pending')
    const words = likeness(done)
    for (const [key, entry] of lane) if (likeness(entry.text) === words) lane.delete(key)
  }
  const toolOf = ({ data }: SessionEvent): string | undefined =>
    data.tool ?? (data.callId === undefined ? undefined : calls.get(data.callId))

  const toolCall = (event: SessionEvent) => {
    const { seq, role, data, text } = event
    const tool = data.tool ?? UNNAMED_TOOL
    if (data.callId !== undefined) calls.set(data.callId, tool)
    count({ lane: 'tool', seq, role, text: tool, count: 1 })
    for (const path of filesInArguments(text)) count({ lane: 'file', seq, role, text: path, tool, count: 1 })
    const change = todoChange(tool, text)
    if (change === null) return
    const lane = laneOf('pending')
    if (change.replaces) for (const [key, entry] of lane) if (entry.tool === tool) lane.delete(key)
    for (const { text: todo, ref, isOpen } of change.points) {
      const list = tool.replace(/create|update/i, '')
      const id = ref ?? (/create$/i.test(tool) ? String(laneOf('tool').get(tool)?.count ?? 1) : null)
      if (id !== null)
        for (const [key, entry] of lane) {
          if (entry.ref !== id || entry.tool?.replace(/create|update/i, '') !== list) continue
          if (!isOpen || todo !== '') lane.delete(key)
        }
      if (!isOpen) settle(todo)
      else if (todo !== '') {
        const cut = cutToTokens(todo, QUOTE_TOKENS)
        keep({
          lane: 'pending',
          seq,
          role,
          text: cut,
          tool,
          ...(cut.length < todo.length ? { isCut: true as const } : {}),
          ...(id === null ? {} : { ref: id }),
        })
      }
    }
  }
  const toolResult = (event: SessionEvent) => {
    const tool = toolOf(event)
    if (tool !== undefined && event.data.isError === true)
      count({ lane: 'tool', seq: event.seq, role: event.role, text: tool, count: 0 }, 1)
  }

  return {
    know: ({ type, data }) => {
      if (type === 'tool_call' && data.callId !== undefined) calls.set(data.callId, data.tool ?? UNNAMED_TOOL)
    },
    take(event) {
      const { type, seq, role, data } = event
      if (type === 'message') message(event)
      else if (type === 'tool_call') toolCall(event)
      else if (type === 'tool_result') toolResult(event)
      else if (type === 'title')
        point({ lane: 'timeline', seq, role, text: cutToTokens(event.text, POINT_TOKENS) }, event.at)
      if (data.path !== undefined) {
        const tool = toolOf(event)
        count({ lane: 'file', seq, role, text: data.path, ...(tool === undefined ? {} : { tool }), count: 1 })
      }
      const tool = toolOf(event)
      const held = data.artifact === undefined ? [] : [data.artifact]
      for (const id of [...held, ...artifactsNamed(event)])
        keep({ lane: 'artifact', seq, role, text: id, ...(tool === undefined ? {} : { tool }) })
    },
    entries: () => {
      thin()
      return lanes.flatMap((lane) => [...laneOf(lane).values()].sort(inOrder)).map(cutLatest)
    },
    get points() {
      return points
    },
  }
}

const UNNAMED_TOOL = 'tool'
const GOAL_TOKENS = 120
const REQUEST_TOKENS = 80
const QUOTE_TOKENS = 60
const POINT_TOKENS = 24
/** Points that are there before they are thinned out. */
const POINTS_AT_ONCE = 200
const LATEST_REQUESTS = 3
const LATEST_STEPS = 2

/** Most of them are not the latest for long, so they are cut at the end. */
function cutLatest(entry: Entry): Entry {
  if (entry.lane !== 'request' && entry.lane !== 'current') return entry
  const text = cutToTokens(entry.text, REQUEST_TOKENS)
  return text.length < entry.text.length ? { ...entry, text, isCut: true } : entry
}

/** One order, however they came together. */
function inOrder(a: Entry, b: Entry): number {
  return a.seq - b.seq || (a.place ?? 0) - (b.place ?? 0) || (a.text < b.text ? -1 : Number(a.text > b.text))
}

/** By what two entries of a lane are one. */
function keyOf({ lane, seq, text, place, ref, tool }: Entry): string {
  switch (lane) {
    case 'timeline':
      return String(place)
    case 'request':
    case 'current':
    case 'goal':
      return String(seq)
    case 'pending':
      return ref === undefined ? likeness(text) : `${tool} ${ref}`
    case 'question':
    case 'decision':
    case 'fact':
      return likeness(text)
    default:
      return text
  }
}

/** The same words, however they are spaced and marked. */
function likeness(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s*_`"'.。!！]+/g, ' ')
    .trim()
}

function firstLineEnd(text: string, start: number, end: number): number {
  const line = text.indexOf('\n', start)
  return line === -1 || line > end ? end : line
}

function artifactsNamed({ text }: SessionEvent): string[] {
  if (!text.includes(ARTIFACT)) return []
  return [...text.matchAll(/recollect:\/\/artifact\/([A-Za-z0-9_-]{1,80})/g)].map(
    (match) => match[1] as string,
  )
}

const ARTIFACT = 'recollect://artifact/'
const CITED = /\b(?:https?:\/\/|recollect:\/\/(?!artifact\/)|doi:|arxiv:)[^\s<>"'`，。；、（）]{3,500}/gi
