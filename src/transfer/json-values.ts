import { notJson } from './conversation-message.js'
import type { Entry, Place } from './entry.js'
import { type JsonObject, objectOf } from './json-field.js'
import { splitJson } from './json-splitter.js'
import { lines } from './lines.js'
import { splitNested } from './nested-splitter.js'

export interface JsonValue {
  readonly kind: 'value'
  readonly place: Place
  readonly value: unknown
}

type Unreadable = Extract<Entry, { readonly kind: 'problem' }>

/** The values of a source that has one JSON value a line: what is wrong with a line stays with it. */
export async function* jsonOfLines(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonValue | Unreadable> {
  for await (const { number, text, problem } of lines(source, MAX_LINE_BYTES)) {
    const place = { line: number }
    if (text === undefined) {
      yield { kind: 'problem', place, problem: { reason: 'the line', detail: problem ?? 'cannot be read' } }
    } else if (text.trim() !== '') {
      yield parsed(text, place)
    }
  }
}

/** The values of a top-level array, or of objects that follow each other: never more than one at a time. */
export async function* jsonOfEntries(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<JsonValue | Unreadable> {
  const limits = { maxValueBytes: MAX_ENTRY_BYTES, maxDepth: MAX_DEPTH }
  for await (const { number, text, problem } of splitJson(source, limits)) {
    const place = { entry: number }
    if (text === undefined) {
      yield { kind: 'problem', place, problem: { reason: 'the entry', detail: problem ?? 'cannot be read' } }
    } else {
      yield parsed(text, place)
    }
  }
}

export interface JsonElement extends JsonValue {
  /** The object that holds the list, as far as it stands before it and is short. */
  readonly around: JsonObject
}

/** The elements of all lists under this key, wherever they are: never more than one at a time. */
export async function* jsonOfLists(
  source: AsyncIterable<Uint8Array>,
  key: string,
): AsyncGenerator<JsonElement | Unreadable> {
  const limits = { key, maxValueBytes: MAX_ENTRY_BYTES, maxDepth: MAX_DEPTH }
  let last = 0
  let around: JsonObject = {}
  for await (const { number, list, around: before, text, problem } of splitNested(source, limits)) {
    const place = { entry: number }
    if (list !== last) {
      last = list
      const read = before === undefined ? undefined : parsed(before, place)
      around = (read?.kind === 'value' ? objectOf(read.value) : undefined) ?? {}
    }
    if (text === undefined) {
      yield { kind: 'problem', place, problem: { reason: 'the entry', detail: problem ?? 'cannot be read' } }
      continue
    }
    const read = parsed(text, place)
    yield read.kind === 'value' ? { ...read, around } : read
  }
}

function parsed(text: string, place: Place): JsonValue | Unreadable {
  try {
    return { kind: 'value', place, value: JSON.parse(text) as unknown }
  } catch (error) {
    return { kind: 'problem', place, problem: notJson(error) }
  }
}

export const MAX_LINE_BYTES = 8 * 1024 * 1024
// One conversation of an export, with all its branches and tool outputs. Parsed it takes several times as much.
const MAX_ENTRY_BYTES = 32 * 1024 * 1024
const MAX_DEPTH = 512
