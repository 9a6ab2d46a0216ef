import { clip } from '../../text/clip.js'
import { hashOf } from '../clean-words.js'
import type { ConversationEvent } from '../conversation-event.js'
import type { Entry, Place } from '../entry.js'
import { type JsonObject, objectOf, textOf } from '../json-field.js'
import type { Linked } from '../parent-order.js'
import { readTime } from '../time-field.js'
import { createToolCalls } from '../tool-calls.js'
import { readAttachment } from './attachment.js'
import { isNoise } from './noise.js'
import { readClaudeContent } from './read-content.js'
import { createSidechains, type SessionOfLine, type Sidechains } from './sidechains.js'
import { readSnapshot } from './snapshot.js'

export interface ClaudeLine extends Linked {
  readonly type: string
  readonly event: JsonObject
  readonly place: Place
}

/** Reads the lines of one file of Claude Code, one after the other. */
export interface ClaudeSession {
  read(line: ClaudeLine): Generator<Entry>
  /** What only the end can tell. */
  end(): Generator<Entry>
}

/** `hasCome`: whether there was an event of this id. */
export function createClaudeSession(zone: string, hasCome: (id: string) => boolean): ClaudeSession {
  const calls = createToolCalls()
  const sidechains: Sidechains = createSidechains()
  /** Titles and versions of files that were told. */
  const told = new Set<string>()
  /** Titles by the last event that they tell of: most come before it. */
  const summaries = new Map<string, Pending>()
  /** What came before any line that says how its session is called. */
  let early: Pending[] = []
  let main: SessionOfLine | undefined

  function* read(line: ClaudeLine): Generator<Entry> {
    const { type, event, id } = line
    if (main === undefined && event['isSidechain'] !== true && textOf(event['cwd']) !== undefined) {
      main = sidechains.sessionOf(line)
      for (const pending of early) yield* keep(pending)
      early = []
    }
    if (type === 'user' || type === 'assistant') yield* readMessage(line)
    else if (type === 'attachment') yield* readAttached(line)
    else if (type === 'summary') yield* readSummary(line)
    else if (type === 'ai-title') yield* keep(titleOf(line, textOf(event['aiTitle'])))
    else if (type === 'custom-title') yield* keep(titleOf(line, textOf(event['customTitle'])))
    else if (type === 'file-history-snapshot') yield* readFiles(line)
    else yield leftOut(EVENTS.get(type) ?? 'event of another kind')
    const summary = id === undefined ? undefined : summaries.get(id)
    if (id === undefined || summary === undefined) return
    summaries.delete(id)
    yield* keep(summary)
  }

  function* readMessage(line: ClaudeLine): Generator<Entry> {
    const { type, event, place, id } = line
    const message = objectOf(event['message'])
    const time = readTime(event['timestamp'], zone)
    if (!time.ok) {
      yield { kind: 'problem', place, problem: time.problem }
      return
    }
    const { at } = time
    const session = sidechains.sessionOf(line)
    const { whole, spoken, events, others } = readClaudeContent(message?.['content'], type === 'user', calls)
    const reason = notSaid(event, message)
    const isSummary = event['isCompactSummary'] === true && whole.trim() !== ''
    const event_ = (
      index: string,
      told: Pick<ConversationEvent, 'type' | 'text' | 'role' | 'data'>,
    ): Entry => {
      const { sidechain, ...names } = session
      const data = sidechain === undefined ? told.data : { ...told.data, sidechain }
      return { kind: 'event', place, event: { ...told, ...names, data, at, id: idOf(line, index) } }
    }
    if (isSummary) yield event_('summary', { type: 'reasoning', text: whole, role: 'assistant', data: {} })
    else if (reason !== undefined) yield leftOut(reason)
    else {
      for (const other of others) yield leftOut(other)
      if (spoken.trim() === '') {
        if (events.length + others.length === 0) yield leftOut('no text')
      } else if (session.sidechain !== undefined) {
        yield event_('said', { type: 'message', text: spoken, role: type, data: {} })
      } else {
        const { sidechain: _, ...names } = session
        const said = { role: type, content: spoken, asWritten: whole, at, speaker: null, id: id ?? null }
        yield { kind: 'message', place, message: { ...said, ...names } }
      }
    }
    for (const [index, { type: kind, text, data }] of events.entries()) {
      const role = kind === 'tool_result' ? 'tool' : 'assistant'
      yield event_(String(index), { type: kind, text, role, data })
    }
  }

  function* readAttached(line: ClaudeLine): Generator<Entry> {
    const { event, place, id } = line
    const attachment = readAttachment(objectOf(event['attachment']))
    const time = readTime(event['timestamp'], zone)
    if (!time.ok) yield { kind: 'problem', place, problem: time.problem }
    else if (attachment.kind === 'left out') yield leftOut(attachment.reason)
    else {
      const { sidechain, ...names } = sidechains.sessionOf(line)
      const { text } = attachment
      if (attachment.kind === 'file') {
        const data = { path: attachment.path, ...(sidechain === undefined ? {} : { sidechain }) }
        const event = { type: 'file_snapshot' as const, text, role: 'tool', at: time.at, data, ...names }
        yield { kind: 'event', place, event: { ...event, id: idOf(line, 'file') } }
      } else if (sidechain !== undefined || isNoise(text)) yield leftOut('command or note of the program')
      else {
        const said = { role: 'user', content: text, at: time.at, speaker: null, id: id ?? null }
        yield { kind: 'message', place, message: { ...said, ...names } }
      }
    }
  }

  function* readSummary(line: ClaudeLine): Generator<Entry> {
    const leaf = textOf(line.event['leafUuid'])
    const pending = titleOf(line, textOf(line.event['summary']))
    if (leaf === undefined || hasCome(leaf)) yield* keep(pending)
    else if (summaries.size < SUMMARIES_MAX) summaries.set(leaf, pending)
    else yield leftOut('title of another session')
  }

  function titleOf({ event, place }: ClaudeLine, text: string | undefined): Pending {
    const title = text === undefined ? '' : clip(text, TITLE_CHARS)
    const told = { type: 'title' as const, text: title, role: 'assistant', at: null, data: {} }
    return { event, place, id: `title ${hashOf(title)}`, reason: 'title that was told before', told }
  }

  function* readFiles({ event, place }: ClaudeLine): Generator<Entry> {
    const files = readSnapshot(event, zone)
    if (files.length === 0) yield leftOut('file snapshot')
    for (const { path, version, at, text } of files) {
      const told = { type: 'file_snapshot' as const, text, role: 'tool', at, data: { path } }
      yield* keep({ event, place, id: `file ${version} ${hashOf(path)}`, reason: 'file snapshot', told })
    }
  }

  /** In the session of this file, once it is known how that is called; the same is told once. */
  function* keep(pending: Pending): Generator<Entry> {
    const { event, place, id, reason, told: one } = pending
    if (one.type === 'title' && one.text === '') yield leftOut('title')
    else if (main === undefined && early.length < SUMMARIES_MAX) early.push(pending)
    else if (told.has(id)) yield leftOut(reason)
    else {
      if (told.size < TOLD_MAX) told.add(id)
      const { sidechain: _, ...names } =
        main ?? sidechains.sessionOf({ event, id: undefined, parent: undefined })
      yield { kind: 'event', place, event: { ...one, ...names, id } }
    }
  }

  return {
    read,
    *end() {
      const left = early
      early = []
      main ??= left.length === 0 ? undefined : { session: null, channel: CHANNEL }
      for (const pending of left) yield* keep(pending)
      for (const _ of summaries) yield leftOut('title of another session')
    },
  }
}

/** Something of the session as a whole. */
interface Pending {
  readonly event: JsonObject
  readonly place: Place
  readonly id: string
  /** Why it is left out where it was told before. */
  readonly reason: string
  readonly told: Pick<ConversationEvent, 'type' | 'text' | 'role' | 'at' | 'data'>
}

function idOf({ id, place }: ClaudeLine, index: string): string {
  return `${id === undefined ? `line ${place.line}` : clip(id, 100)} ${index}`
}

/** Why nobody said it; undefined for what somebody did. */
function notSaid(event: JsonObject, message: JsonObject | undefined): string | undefined {
  if (message === undefined) return 'event of another kind'
  if (event['isCompactSummary'] === true) return 'summary'
  // Tasks that ended and other agents speak in the user's name too.
  const isOthers = (textOf(objectOf(event['origin'])?.['kind']) ?? 'human') !== 'human'
  if (isOthers || event['isMeta'] === true || event['isVisibleInTranscriptOnly'] === true) {
    return 'command or note of the program'
  }
  // Answers that the program made up itself, about an interruption or a failed call.
  if (event['isApiErrorMessage'] === true || message['model'] === '<synthetic>') return 'error'
  return undefined
}

function leftOut(reason: string): Entry {
  return { kind: 'left out', reason: `not a message: ${reason}` }
}

const EVENTS: ReadonlyMap<string, string> = new Map([
  ['system', 'note of the program'],
  ['mode', 'note of the program'],
  ['permission-mode', 'note of the program'],
  ['last-prompt', 'note of the program'],
  ['progress', 'progress'],
  ['queue-operation', 'queue'],
])

const CHANNEL = 'claude-code'
const TITLE_CHARS = 1_000
const SUMMARIES_MAX = 1_000
const TOLD_MAX = 50_000
