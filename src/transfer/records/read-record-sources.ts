import { setImmediate as nextTurn } from 'node:timers/promises'
import { MemoryError } from '../../errors.js'
import { clip } from '../../text/clip.js'
import { createCodeLines } from '../../text/code-lines.js'
import { RECORD_FILE_MAX_BYTES } from '../../user/records/markdown-record.js'
import { isArchive } from '../archive/format.js'
import { recognise } from '../formats.js'
import { type Head, readHead } from '../head.js'
import { objectOf } from '../json-field.js'
import { jsonOfLines } from '../json-values.js'
import { limitBytes } from '../limit-bytes.js'
import type { ForeignEntry } from '../memories/foreign-memory.js'
import { entriesOf, formOfMemories, readJsonMemories } from '../memories/read-memories.js'
import { readTime } from '../time-field.js'
import { isMemoryIndex, type MemoryIndex, readMemoryIndex } from './memory-index.js'
import { readKnowledgeGraph } from './read-knowledge-graph.js'
import { asCandidate, type MarkdownMemory, readMarkdownMemory } from './read-markdown-memory.js'
import type { GivenFile, RecordCandidate, RecordEntry, RecordForm } from './record-entry.js'
import { describeText, nameFrom } from './record-words.js'

export interface ReadSourcesOptions {
  /** Zone of times that name none. */
  readonly zone: string
  /** Of a source that names users, the memories of this one alone. */
  readonly of?: string | undefined
  /** Then a source that has memories of several users is refused, unless `of` says who you are. */
  readonly asMine: boolean
  /** A file with more is refused, and the others are read. */
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
}

/** A file that was read, and as what. */
export interface ReadForm {
  readonly kind: 'form'
  readonly form: RecordForm
}

/**
 * Reads memories out of files of any known form, recognised by their content. What is wrong with one file never stops
 * the rest. Markdown comes last: what the index of a folder says serves files that stand anywhere among the others.
 */
export async function* readRecordSources(
  files: AsyncIterable<GivenFile> | Iterable<GivenFile>,
  options: ReadSourcesOptions,
): AsyncGenerator<RecordEntry | ReadForm> {
  const found: Found = { notes: new Map(), indexes: [] }
  let count = 0
  for await (const file of files) {
    options.signal?.throwIfAborted()
    yield* readOne(file, found, options, true)
    count += 1
    if (count % FILES_PER_TURN === 0) await nextTurn()
  }
  yield* markdownOf(found)
}

const FILES_PER_TURN = 100

/** What waits for the last file. */
interface Found {
  readonly notes: Map<string, MarkdownMemory>
  readonly indexes: { readonly path: string; readonly index: MemoryIndex }[]
}

async function* readOne(
  { path, content }: GivenFile,
  found: Found,
  options: ReadSourcesOptions,
  mayNest: boolean,
): AsyncGenerator<RecordEntry | ReadForm> {
  try {
    const limited = limitBytes(content, options.maxBytes)
    const { head, source } = await readHead(limited, { name: path })
    if (isMarkdown(path, head)) yield* takeMarkdown(path, source, found, options)
    else yield* readJson(path, head, source, found, options, mayNest)
  } catch (error) {
    if (!(error instanceof MemoryError) || !OF_THE_FILE.has(error.code)) throw error
    yield { kind: 'problem', place: { path }, problem: { reason: 'the file', detail: error.message } }
  }
}

/** What says something about one file, and nothing about the next. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['invalid_input', 'too_large', 'not_found'])

/** A link at the top of a note looks like the beginning of an array. */
function isMarkdown(path: string, { text, bytes, shape }: Head): boolean {
  if (MARKDOWN.test(path)) return true
  if (shape.begins !== 'other' || bytes.includes(0)) return false
  return /^(?:---[ \t]*\r?\n|#{1,6} \S)/.test(text.trimStart())
}

const MARKDOWN = /\.(?:md|markdown)$/i

async function* takeMarkdown(
  path: string,
  source: AsyncIterable<Uint8Array>,
  found: Found,
  { zone }: ReadSourcesOptions,
): AsyncGenerator<RecordEntry> {
  const note = await readMarkdownMemory(path, await firstBytes(source, RECORD_FILE_MAX_BYTES + 1), zone)
  if ('reason' in note) yield { kind: 'problem', place: { path }, problem: note }
  else if (note.text.trim() === '') yield { kind: 'left out', reason: 'empty file' }
  else if (found.notes.has(path) || found.indexes.some((one) => one.path === path))
    yield { kind: 'problem', place: { path }, problem: { reason: 'the file', detail: 'is there twice' } }
  // A record may be called Memory too: then its front matter says so.
  else if (isMemoryIndex(path) && !note.said.isNamed)
    found.indexes.push({ path, index: readMemoryIndex(path, note) })
  else found.notes.set(path, note)
}

async function firstBytes(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of source) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes >= maxBytes) break
  }
  return Buffer.concat(pieces)
}

async function* readJson(
  path: string,
  head: Head,
  source: AsyncIterable<Uint8Array>,
  found: Found,
  options: ReadSourcesOptions,
  mayNest: boolean,
): AsyncGenerator<RecordEntry | ReadForm> {
  if (isArchive(head.text)) return yield { kind: 'left out', reason: 'archive of a store' }
  if (mayNest && isOfFiles(head)) {
    yield { kind: 'form', form: 'records' }
    return yield* readFilesInLines(path, source, found, options)
  }
  const conversation = isGraph(head) ? undefined : conversationIn(head)
  const memories = conversation === undefined ? readJsonMemories(head, source) : undefined
  if (memories === undefined) {
    const reason = conversation === undefined ? 'file of no known form' : 'conversation'
    return yield { kind: 'left out', reason }
  }
  const { name: form } = memories.form
  if (form === 'note') return
  yield { kind: 'form', form }
  if (form === 'server-memory') yield* readKnowledgeGraph(memories.values, path)
  else yield* readTexts(memories, path, options)
}

function conversationIn(head: Head): string | undefined {
  const name = recognise(head)?.name
  const { keys } = head.shape
  // To who reads messages or a chat, any list and `"memory": "…"` look like some.
  const isLoose = name === 'messages' || name === 'chat-text'
  const isMemories = formOfMemories(head) !== undefined && !MESSAGE_KEYS.some((key) => keys.has(key))
  return isLoose && isMemories ? undefined : name
}

const MESSAGE_KEYS = ['role', 'messages', 'choices']

function isGraph({ shape }: Head): boolean {
  return shape.keys.has('observations') || shape.keys.has('relationType')
}

/** Files as lines of JSON: what our own export is. */
function isOfFiles({ shape, text, isWhole }: Head): boolean {
  const isLine = text.includes('\n') || !isWhole
  return shape.begins === 'object' && shape.keys.has('path') && shape.keys.has('content') && isLine
}

async function* readFilesInLines(
  path: string,
  source: AsyncIterable<Uint8Array>,
  found: Found,
  options: ReadSourcesOptions,
): AsyncGenerator<RecordEntry | ReadForm> {
  for await (const value of jsonOfLines(source)) {
    if (value.kind === 'problem') {
      yield { ...value, place: { path, ...value.place } }
      continue
    }
    const fields = objectOf(value.value)
    const [inner, content] = [fields?.['path'], fields?.['content']]
    if (typeof inner === 'string' && inner !== '' && typeof content === 'string')
      yield* readOne({ path: inner, content }, found, options, false)
    else
      yield {
        kind: 'problem',
        place: { path, ...value.place },
        problem: { reason: 'the line', detail: 'needs path and content' },
      }
  }
}

async function* readTexts(
  memories: NonNullable<ReturnType<typeof readJsonMemories>>,
  path: string,
  { zone, of, asMine }: ReadSourcesOptions,
): AsyncGenerator<RecordEntry> {
  const found = entriesOf(memories.values, memories)
  let entries: AsyncIterable<ForeignEntry> | readonly ForeignEntry[] = found
  if (asMine && of === undefined) {
    const all: ForeignEntry[] = []
    for await (const entry of found) all.push(entry)
    entries = all
    const users = new Set(all.flatMap((entry) => (entry.kind === 'memory' ? (entry.user ?? []) : [])))
    if (users.size > 1) return yield ofSeveral(path, [...users])
  }
  for await (const entry of entries) {
    if (entry.kind === 'memory' && entry.user !== undefined) yield { kind: 'user', user: entry.user }
    if (entry.kind === 'relation') yield { kind: 'left out', reason: 'relation' }
    else if (entry.kind === 'problem') yield { ...entry, place: { path, ...entry.place } }
    else if (of !== undefined && entry.user !== of)
      yield { kind: 'left out', reason: 'memory of another user' }
    else if (entry.text.trim() === '') yield { kind: 'left out', reason: 'empty memory' }
    else {
      const place = { path, ...entry.place }
      const time = readTime(entry.created, zone)
      if (!time.ok)
        yield { kind: 'problem', place, problem: { ...time.problem, reason: 'created', isPartial: true } }
      const record = {
        ...recordOfText(entry.text),
        createdAt: time.ok ? time.at : null,
      } as const
      yield { kind: 'record', place, record }
    }
  }
}

function* markdownOf({ notes, indexes }: Found): Generator<RecordEntry | ReadForm> {
  const indexed = new Map(indexes.flatMap(({ index }) => [...index.files]))
  for (const note of notes.values()) {
    yield { kind: 'form', form: indexed.has(note.place.path) ? 'claude-code' : 'markdown' }
    for (const { line, problem } of note.troubles)
      yield { kind: 'problem', place: { ...note.place, ...(line === null ? {} : { line }) }, problem }
    yield { kind: 'record', place: note.place, record: asCandidate(note, indexed.get(note.place.path)) }
  }
  for (const { path, index } of indexes) {
    yield { kind: 'form', form: 'claude-code' }
    for (const [target, { line }] of index.files) {
      if (notes.has(target) || indexes.some((one) => one.path === target)) continue
      yield lost(path, line, `points to ${target}, which was not given or not read`)
    }
    for (const { target, line } of index.outside)
      yield lost(path, line, `points out of what was given, to ${target}`)
    for (const { heading, text, line } of index.notes) {
      const record = recordOfText(text, spokenText(text))
      const name = nameFrom(heading) || record.name
      yield { kind: 'record', place: { path, line }, record: { ...record, name, createdAt: null } }
    }
  }
}

/** A text that has no name and is for nothing in particular. What its description says in whole, is no body too. */
function recordOfText(text: string, plain = text): Omit<RecordCandidate, 'createdAt'> {
  const { name, description } = describeText(plain)
  return {
    name,
    description,
    type: 'reference',
    isTyped: false,
    body: description === text.trim() ? '' : text,
  }
}

/** Without marks of lists, and without code where anything else is said. */
function spokenText(text: string): string {
  const isCode = createCodeLines()
  const lines = text.split('\n').map((line) => ({ line, isCode: isCode(line) }))
  const prose = lines.filter((one) => !one.isCode)
  const spoken = prose.some(({ line }) => line.trim() !== '') ? prose : lines
  return spoken
    .filter(({ line }) => !/^[ \t]*(?:```|~~~)/.test(line))
    .map(({ line }) => line.replace(/^[ \t]*(?:[-*+>]|\d{1,9}[.)])[ \t]+/, ''))
    .join('\n')
    .trim()
}

function ofSeveral(path: string, users: readonly string[]): RecordEntry {
  const named = users.filter((_, index) => index < USERS_NAMED).map((user) => clip(user, USER_SHOWN_CHARS))
  const more = users.length > USERS_NAMED ? ' and others' : ''
  const detail = `${named.join(', ')}${more}; say with \`of\` whose are yours`
  return { kind: 'problem', place: { path }, problem: { reason: 'memories of several users', detail } }
}

const USERS_NAMED = 5
const USER_SHOWN_CHARS = 60

/** A link that leads to no file takes no record away. */
function lost(path: string, line: number, detail: string): RecordEntry {
  return { kind: 'problem', place: { path, line }, problem: { reason: 'the index', detail, isPartial: true } }
}
