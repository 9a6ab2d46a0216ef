import { isUtf8 } from 'node:buffer'
import { posix } from 'node:path'
import { clip } from '../../text/clip.js'
import { frontMatterBlock } from '../../text/front-matter-block.js'
import { isOneLine } from '../../text/one-line.js'
import { readYamlMap } from '../../text/read-yaml-map.js'
import { isWellFormed } from '../../text/well-formed.js'
import { describeBody } from '../../user/records/describe-body.js'
import { RECORD_FILE_MAX_BYTES } from '../../user/records/markdown-record.js'
import { bodyOf } from '../../user/records/read-record-file.js'
import {
  DESCRIPTION_MAX_CHARS,
  NAME_MAX_CHARS,
  type RecordType,
  recordTypes,
} from '../../user/records/record.js'
import type { Problem } from '../problem.js'
import { readTime } from '../time-field.js'
import type { IndexedFile } from './memory-index.js'
import type { FilePlace, RecordCandidate } from './record-entry.js'
import { descriptionFrom, nameFrom } from './record-words.js'

/** What a Markdown file says, before the index of its folder is asked for what it does not. */
export interface MarkdownMemory {
  readonly place: FilePlace
  readonly text: string
  readonly body: string
  readonly said: Said
  /** What could not be read; all else was. */
  readonly troubles: readonly { readonly line: number | null; readonly problem: Problem }[]
}

interface Said {
  /** Whether a field of this very name says it, as in our own files and topic files of Claude Code. */
  readonly isNamed: boolean
  readonly name: string | undefined
  readonly description: string | undefined
  readonly type: RecordType | undefined
  readonly createdAt: number | null
}

/**
 * Reads a Markdown file of anybody: unlike our own (user/records/read-record-file.ts) it may have fields of its own
 * kind, so an unknown type or a strange date takes nothing away but itself. Front matter that is no YAML, such as
 * `title: Plan: phase 2`, is read line by line.
 */
export async function readMarkdownMemory(
  path: string,
  bytes: Uint8Array,
  zone: string,
): Promise<MarkdownMemory | Problem> {
  if (bytes.length > RECORD_FILE_MAX_BYTES)
    return { reason: 'too long', detail: `the file has more than ${RECORD_FILE_MAX_BYTES} bytes: split it` }
  if (!isUtf8(bytes)) return { reason: 'not UTF-8 text' }
  const text = new TextDecoder('utf-8').decode(bytes)
  if (!isWellFormed(text)) return { reason: 'holds the character U+0000' }
  const eol = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n'
  const block = frontMatterBlock(text)
  const whole = { place: { path }, text, body: bodyOf({ text, eol, block: undefined }), said: NOTHING }
  if (block === 'none') return { ...whole, troubles: [] }
  if (block === 'open') {
    const problem = {
      reason: 'front matter',
      detail: 'no second --- line ends it: it was read as text',
      isPartial: true,
    }
    // A line drawn across the top of a text is no beginning of fields.
    return { ...whole, troubles: FIELD.test(text) ? [{ line: 1, problem }] : [] }
  }
  const { fields, trouble } = await fieldsOf(block.yaml)
  // Two drawn lines with prose between them.
  if (fields === undefined) return { ...whole, troubles: [] }
  const { said, problems } = saidIn(fields, zone)
  const troubles = [...(trouble === undefined ? [] : [trouble]), ...problems]
  return { ...whole, body: bodyOf({ text, eol, block }), said, troubles }
}

const NOTHING: Said = {
  isNamed: false,
  name: undefined,
  description: undefined,
  type: undefined,
  createdAt: null,
}

/** The record that a file is, with what the index says of it where it says nothing itself. */
export function asCandidate({ place, body, said }: MarkdownMemory, indexed?: IndexedFile): RecordCandidate {
  const file = posix.basename(place.path)
  const described = describeBody(file.replace(/\.markdown$/i, '.md'), body)
  const stem = file.replace(/\.[^.]*$/, '')
  const isFromFile = described.name === stem
  const name = said.name ?? (isFromFile && indexed !== undefined ? indexed.title : described.name)
  const whole = said.description ?? ''
  const isLong = whole.length > DESCRIPTION_MAX_CHARS
  const derived = indexed?.description || described.description
  return {
    name: nameFrom(name) || nameFrom(stem) || 'record',
    description:
      said.description === undefined ? derived : isLong || !isOneLine(whole) ? descriptionFrom(whole) : whole,
    type: said.type ?? 'reference',
    isTyped: said.type !== undefined,
    // What does not fit stays readable.
    body: isLong || (said.name ?? '').length > NAME_MAX_CHARS ? withLong(said, body) : body,
    createdAt: said.createdAt,
  }
}

function withLong({ name = '', description = '' }: Said, body: string): string {
  const long = [
    ...(name.length > NAME_MAX_CHARS ? [name] : []),
    ...(description.length > DESCRIPTION_MAX_CHARS ? [description] : []),
  ]
  return [...long, body].join('\n\n')
}

interface Fields {
  readonly text: (name: string) => { readonly value: string; readonly line: number } | undefined
}

interface Trouble {
  readonly line: number | null
  readonly problem: Problem
}

async function fieldsOf(
  yaml: string,
): Promise<{ readonly fields: Fields | undefined; readonly trouble?: Trouble }> {
  const read = await readYamlMap(yaml)
  if (read.state === 'other') return { fields: undefined }
  if (read.state === 'bad') {
    const detail = `${clip(read.detail, 200)}; its fields were read line by line`
    const problem = { reason: 'front matter', detail, isPartial: true }
    return { fields: fieldsByLine(yaml), trouble: { line: read.line, problem } }
  }
  const { isScalar, isMap } = await import('yaml')
  const { map, lineOf } = read
  const text = (name: string) => {
    // Claude Code keeps the type one level down.
    const nested = map?.get('metadata', true)
    const node = map?.get(name, true) ?? (isMap(nested) ? nested.get(name, true) : undefined)
    if (!isScalar(node) || node.value === null) return undefined
    const value = typeof node.value === 'string' ? node.value : (node.source ?? String(node.value))
    return { value, line: lineOf(node.range?.[0]) }
  }
  return { fields: { text } }
}

/** What a person meant who wrote `title: Plan: phase 2`. */
function fieldsByLine(yaml: string): Fields {
  const found = new Map<string, { readonly value: string; readonly line: number }>()
  for (const [index, line] of yaml.split('\n').entries()) {
    const [, name, rest] = /^[ \t]{0,8}([A-Za-z_]\w{0,40}):[ \t](.*)$/.exec(line.replace(/\r$/, '')) ?? []
    if (name === undefined || rest === undefined || found.has(name)) continue
    const value = rest.trim()
    const quoted = /^"(.*)"$/.exec(value)?.[1] ?? /^'(.*)'$/.exec(value)?.[1]
    found.set(name, { value: quoted ?? value, line: index + 1 })
  }
  return { text: (name) => found.get(name) }
}

function saidIn(
  { text }: Fields,
  zone: string,
): { readonly said: Said; readonly problems: readonly Trouble[] } {
  const problems: Trouble[] = []
  const words = (...names: readonly string[]) => {
    const value = names.map((name) => text(name)?.value).find((found) => found !== undefined)
    return value?.includes('\n') === true ? value.trim().replace(/[ \t\r]*\n[ \t\r]*/g, ' ') : value
  }
  const created = text('created') ?? text('createdAt') ?? text('created_at') ?? text('date')
  const time = readTime(created?.value, zone)
  if (!time.ok)
    problems.push({
      line: created?.line ?? null,
      problem: { ...time.problem, reason: 'created', isPartial: true },
    })
  const type = text('type')
  return {
    said: {
      isNamed: text('name') !== undefined,
      name: words('name', 'title'),
      description: words('description', 'summary'),
      type: recordTypes.find((known) => known === type?.value.trim().toLowerCase()),
      createdAt: time.ok ? time.at : null,
    },
    problems,
  }
}

// What a person writes who means front matter.
const FIELD = /^---[ \t]*\r?\n[A-Za-z_][\w-]{0,40}[ \t]*:/
