import { clip } from '../../text/clip.js'
import { readContent } from '../content-blocks.js'
import type { ConversationEvent } from '../conversation-event.js'
import type { Entry, Place } from '../entry.js'
import { arrayOf, type JsonObject, objectOf, textOf } from '../json-field.js'
import { readTime } from '../time-field.js'
import { argumentsOf, callData, createToolCalls } from '../tool-calls.js'
import { isInjected, workingFolderIn } from './injected-context.js'
import { readOutput } from './read-output.js'

/** Reads the lines of one session of Codex, one after the other. */
export interface CodexSession {
  read(line: JsonObject, place: Place): Generator<Entry>
}

interface Names {
  readonly id: string
  readonly cwd: string | undefined
  readonly startedAt: unknown
  /** It is the work of a sub-agent. */
  readonly isSidechain: boolean
}

export function createCodexSession(zone: string): CodexSession {
  const calls = createToolCalls()
  let names: Names | undefined
  let items = 0

  function* read(line: JsonObject, place: Place): Generator<Entry> {
    const payload = objectOf(line['payload'])
    const type = textOf(line['type'])
    items += 1
    if (type === 'session_meta' && payload !== undefined) {
      // A fork repeats what its parent's file began with.
      names ??= namesOf(payload, line['timestamp'])
    } else if (type === undefined && textOf(line['id']) !== undefined)
      names ??= namesOf(line, line['timestamp'])
    else if (type === 'response_item') yield* readItem(payload ?? {}, line['timestamp'], place)
    else if (type === 'compacted') yield* readCompacted(payload, line['timestamp'], place)
    else if (type === 'event_msg') yield* readNotice(payload, line['timestamp'], place)
    else if (type === undefined || payload !== undefined) yield leftOut(type ?? 'state of the program')
    else yield* readItem(line, line['timestamp'], place)
  }

  function* readItem(item: JsonObject, timestamp: unknown, place: Place): Generator<Entry> {
    const at = yield* timeOf(timestamp, place)
    if (at === undefined) return
    const type = textOf(item['type']) ?? (item['role'] === undefined ? '' : 'message')
    const { call_id: callId, name } = item
    if (type === 'message') yield* readMessage(item, at, place)
    else if (type === 'reasoning') yield* readReasoning(item, at, place)
    else if (CALLS.has(type)) {
      const input = item['arguments'] ?? item['input'] ?? item['action']
      const tool = textOf(name) ?? CALLS.get(type)
      yield event(item, place, at, {
        type: 'tool_call',
        text: argumentsOf(input),
        role: 'assistant',
        data: calls.call(callData(callId ?? item['id'], tool, objectOf(input) ?? parsed(input))),
      })
    } else if (type.endsWith('_output')) {
      const { text, isError } = readOutput(item['output'])
      const data = calls.answered(textOf(callId))
      yield event(item, place, at, {
        type: 'tool_result',
        text,
        role: 'tool',
        data: isError ? { ...data, isError } : data,
      })
    } else yield leftOut('item of another kind')
  }

  function* readMessage(item: JsonObject, at: number | null, place: Place): Generator<Entry> {
    const role = textOf(item['role'])?.toLowerCase()
    if (role === 'system' || role === 'developer') {
      yield { kind: 'left out', reason: 'not memory: system prompt' }
      return
    }
    const { text, others } = readContent(item['content'])
    for (const other of others) yield leftOut(other)
    if (role === undefined || text.trim() === '') {
      if (others.length === 0) yield leftOut('no text')
      return
    }
    if (role === 'user' && isInjected(text)) {
      // The form that tells no folder of the session has it here.
      if (names?.cwd === undefined) names = { ...(names ?? UNNAMED), cwd: workingFolderIn(text) }
      yield leftOut('context of the program')
    } else if (names?.isSidechain === true) {
      yield event(item, place, at, { type: 'message', text, role: clip(role, 64), data: {} })
    } else {
      const said = { role: clip(role, 64), content: text, at, speaker: null }
      yield { kind: 'message', place, message: { ...said, ...sessionOf(), id: idOf(item) } }
    }
  }

  function* readReasoning(item: JsonObject, at: number | null, place: Place): Generator<Entry> {
    const parts = [...arrayOf(item['summary']), ...arrayOf(item['content'])]
    const text = parts.flatMap((part) => textOf(objectOf(part)?.['text']) ?? []).join('\n\n')
    if (text === '') yield leftOut('thinking without text')
    else yield event(item, place, at, { type: 'reasoning', text, role: 'assistant', data: {} })
  }

  function* readCompacted(item: JsonObject | undefined, timestamp: unknown, place: Place): Generator<Entry> {
    const at = yield* timeOf(timestamp, place)
    const text = textOf(item?.['message'])
    if (at === undefined) return
    if (text === undefined) yield leftOut('summary')
    else yield event({}, place, at, { type: 'reasoning', text, role: 'assistant', data: {} })
  }

  /** What the program showed: mostly the same as the items, once more. */
  function* readNotice(item: JsonObject | undefined, timestamp: unknown, place: Place): Generator<Entry> {
    const title = textOf(item?.['thread_name'])
    const at = yield* timeOf(timestamp, place)
    if (at === undefined) return
    if (title === undefined) yield leftOut('notice of the program')
    else
      yield event({}, place, at, {
        type: 'title',
        text: clip(title, TITLE_CHARS),
        role: 'assistant',
        data: {},
      })
  }

  function* timeOf(timestamp: unknown, place: Place): Generator<Entry, number | null | undefined> {
    const time = readTime(timestamp ?? names?.startedAt, zone)
    if (time.ok) return time.at
    yield { kind: 'problem', place, problem: time.problem }
    return undefined
  }

  function event(
    item: JsonObject,
    place: Place,
    at: number | null,
    told: Pick<ConversationEvent, 'type' | 'text' | 'role' | 'data'>,
  ): Entry {
    const isSidechain = names?.isSidechain === true
    const data = isSidechain ? { ...told.data, sidechain: names?.id ?? '' } : told.data
    // A call and its answer may have one id.
    const id = `${told.type} ${idOf(item) ?? textOf(item['call_id']) ?? `line ${items}`}`
    return { kind: 'event', place, event: { ...told, data, at, ...sessionOf(), id: clip(id, ID_CHARS) } }
  }

  function sessionOf() {
    if (names === undefined || names.id === '') return { session: null, channel: CHANNEL }
    const project = names.cwd?.split(/[\\/]/).findLast((part) => part !== '')
    const name = project === undefined ? names.id : `${clip(project, 100)} ${clip(names.id, 18)}`
    return { session: clip(name, ID_CHARS), sessionKey: names.id, channel: CHANNEL }
  }

  return { read }
}

function namesOf(meta: JsonObject, timestamp: unknown): Names {
  return {
    id: clip(textOf(meta['id']) ?? '', ID_CHARS),
    cwd: textOf(meta['cwd']),
    startedAt: meta['timestamp'] ?? timestamp,
    isSidechain: objectOf(objectOf(meta['source'])?.['subagent']) !== undefined,
  }
}

const UNNAMED: Names = { id: '', cwd: undefined, startedAt: undefined, isSidechain: false }

function idOf(item: JsonObject): string | null {
  const id = textOf(item['id'])
  return id === undefined ? null : clip(id, ID_CHARS)
}

function parsed(input: unknown): unknown {
  if (typeof input !== 'string' || !input.startsWith('{')) return undefined
  try {
    return JSON.parse(input)
  } catch (error) {
    // Arguments may be anything that a model wrote.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function leftOut(reason: string): Entry {
  return { kind: 'left out', reason: `not a message: ${reason}` }
}

/** Items that call a tool, and what it is called where they do not say. */
const CALLS: ReadonlyMap<string, string> = new Map([
  ['function_call', 'function'],
  ['custom_tool_call', 'tool'],
  ['local_shell_call', 'local_shell'],
  ['web_search_call', 'web_search'],
  ['tool_search_call', 'tool_search'],
])

const CHANNEL = 'codex'
const ID_CHARS = 200
const TITLE_CHARS = 1_000
