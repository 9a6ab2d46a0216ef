import { MemoryError } from '../../errors.js'
import type { Place } from '../entry.js'
import { type Head, readHead } from '../head.js'
import { arrayOf, type JsonObject, objectOf, textOf } from '../json-field.js'
import { jsonOfEntries, jsonOfLines } from '../json-values.js'
import { type ByteSource, bytesOf, piecesOf } from '../lines.js'
import { readNoteText } from '../readers/markdown-note.js'
import type { ForeignEntry, MemoryForm } from './foreign-memory.js'
import { withoutFrontMatter } from './without-front-matter.js'

export interface ForeignMemories {
  readonly form: MemoryForm
  readonly entries: AsyncIterable<ForeignEntry>
}

/**
 * The memories in a file of another system, one at a time: an export of mem0 (an object with `results`, or an array),
 * the JSON lines of the MCP memory server (entities with observations), memories as JSON lines or as an array of
 * objects or texts, or a Markdown note, which is one memory. Throws `invalid_input` for all else.
 */
export async function readMemories(source: ByteSource, name?: string): Promise<ForeignMemories> {
  const { head, source: content } = await readHead(source, { name })
  const found = readJsonMemories(head, content)
  if (found !== undefined) return { form: found.form, entries: entriesOf(found.values, found) }
  const { text, shape } = head
  if (shape.begins === 'other' && text.trim() !== '' && !text.includes('\ufffd') && !head.bytes.includes(0))
    return { form: forms.note, entries: noteOf(content, name ?? 'note') }
  throw notMemories(head)
}

export interface JsonMemories {
  readonly form: MemoryForm
  readonly values: ReturnType<typeof jsonOfEntries>
  /** They stand in a list inside of an object. */
  readonly isInside: boolean
}

/** The values of a source that begins so, one at a time; undefined where they are no memories as JSON. */
export function readJsonMemories(head: Head, content: AsyncIterable<Uint8Array>): JsonMemories | undefined {
  const form = formOfMemories(head)
  if (form === undefined) return undefined
  const { text, shape, bytes, lines, json } = head
  const results = RESULTS.exec(text)?.[0]
  if (results !== undefined) {
    const skipped = Buffer.byteLength(results) - 1 + (bytes.length - Buffer.byteLength(text))
    return { form, values: jsonOfEntries(behind(content, skipped)), isInside: true }
  }
  // Line by line, a line that is broken stays alone.
  const isLines = shape.begins === 'object' && lines.length > 1 && json.length > 0
  return { form, values: isLines ? jsonOfLines(content) : jsonOfEntries(content), isInside: false }
}

const forms = {
  mem0: { name: 'mem0', title: 'an export of mem0' },
  serverMemory: { name: 'server-memory', title: 'the file of the MCP memory server' },
  memories: { name: 'memories', title: 'memories as JSON' },
  note: { name: 'note', title: 'a Markdown note' },
} as const satisfies Record<string, MemoryForm>

/** The list of an export that is one object: what stands in front of it are plain values. */
const RESULTS =
  /^\s*\{(?:\s*"[^"\\]{1,64}"\s*:\s*(?:"[^"\\]{0,1000}"|-?\d[\d.eE+-]{0,30}|true|false|null)\s*,)*\s*"(?:results|memories)"\s*:\s*\[/

/** In which form a source that begins so keeps memories as JSON; undefined for none. */
export function formOfMemories({ text, shape }: Pick<Head, 'text' | 'shape'>): MemoryForm | undefined {
  if (RESULTS.test(text)) return forms.mem0
  return shape.begins === 'other' ? undefined : formOf(shape.keys, shape.begins === 'array')
}

function formOf(keys: ReadonlySet<string>, isArray: boolean): MemoryForm | undefined {
  if (keys.has('observations') || keys.has('entityType') || keys.has('relationType'))
    return forms.serverMemory
  // The server answers with one object.
  if (keys.has('entities') && keys.has('relations')) return forms.serverMemory
  if (keys.has('memory')) return forms.mem0
  if (TEXT_FIELDS.some((field) => keys.has(field))) return forms.memories
  return isArray && keys.size === 0 ? forms.memories : undefined
}

/** By which name systems keep the text of a memory. */
const TEXT_FIELDS = ['memory', 'text', 'content', 'data', 'body', 'observation', 'summary'] as const

const CREATED_FIELDS = ['created_at', 'createdAt', 'created', 'timestamp'] as const

/** What each value says. */
export async function* entriesOf(
  values: JsonMemories['values'],
  { isInside }: Pick<JsonMemories, 'isInside'>,
): AsyncGenerator<ForeignEntry> {
  for await (const read of values) {
    if (read.kind === 'problem') {
      // The rest of the object that the list was in.
      if (isInside && read.problem.detail === BEHIND_THE_LIST) continue
      yield read
      continue
    }
    const found = [...memoriesIn(read.value, read.place)]
    if (found.length > 0) yield* found
    else if (objectOf(read.value)?.['observations'] === undefined)
      yield {
        kind: 'problem',
        place: read.place,
        problem: { reason: 'the entry', detail: 'no memory: it has no text' },
      }
  }
}

const BEHIND_THE_LIST = 'text behind the end of the array'

function* memoriesIn(value: unknown, place: Place): Generator<ForeignEntry> {
  const number = String(place.entry ?? place.line ?? 0)
  if (typeof value === 'string') yield { kind: 'memory', id: number, text: value, place, created: undefined }
  const fields = objectOf(value)
  if (fields === undefined) return
  if (fields['entities'] !== undefined || fields['relations'] !== undefined) {
    for (const one of [...arrayOf(fields['entities']), ...arrayOf(fields['relations'])])
      yield* memoriesIn(one, place)
    return
  }
  if (isRelation(fields)) {
    yield { kind: 'relation' }
    return
  }
  const created = CREATED_FIELDS.map((name) => fields[name]).find((value) => value !== undefined)
  const observations = fields['observations']
  if (Array.isArray(observations)) {
    const name = textOf(fields['name']) ?? number
    for (const [index, observation] of observations.entries()) {
      const text = typeof observation === 'string' ? observation : textOf(objectOf(observation)?.['content'])
      if (text !== undefined) yield { kind: 'memory', id: `${name} ${index + 1}`, text, place, created }
    }
    return
  }
  const field = TEXT_FIELDS.find((name) => typeof fields[name] === 'string')
  const text = field === undefined ? undefined : fields[field]
  const user = textOf(fields['user_id']) ?? textOf(fields['userId'])
  if (typeof text === 'string')
    yield { kind: 'memory', id: idOf(fields) ?? number, text, place, created, user }
}

function isRelation(fields: JsonObject): boolean {
  return fields['relationType'] !== undefined || (fields['relationship'] !== undefined && 'source' in fields)
}

function idOf({ id, name }: JsonObject): string | undefined {
  return typeof id === 'number' ? String(id) : (textOf(id) ?? textOf(name))
}

async function* noteOf(content: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<ForeignEntry> {
  const text = await readNoteText(content)
  if (text === undefined)
    yield { kind: 'problem', place: {}, problem: { reason: 'the note', detail: 'not UTF-8, or too long' } }
  else yield { kind: 'memory', id: name, text: withoutFrontMatter(text), place: {}, created: undefined }
}

async function* behind(content: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const piece of piecesOf(content)) {
    const buffer = bytesOf(piece)
    if (buffer.length > left) yield buffer.subarray(left)
    left = Math.max(0, left - buffer.length)
  }
}

function notMemories({ text, bytes }: Head): MemoryError {
  const seen = bytes.length === 0 || text.trim() === '' ? 'it is empty' : 'it has no memories that are known'
  return new MemoryError(
    'invalid_input',
    `not a store of memories: ${seen}`,
    'it reads an export of mem0, the file of the MCP memory server, memories as JSON lines, and Markdown notes',
  )
}
