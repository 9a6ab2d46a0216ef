import { isUtf8 } from 'node:buffer'
import type { Scalar, YAMLMap } from 'yaml'
import { type ItemId, isItemId, type Trust, trusts } from '../../items/item.js'
import { BYTE_ORDER_MARK } from '../../text/byte-order-mark.js'
import { clip } from '../../text/clip.js'
import { type FrontMatterBlock, frontMatterBlock } from '../../text/front-matter-block.js'
import { readYamlMap } from '../../text/read-yaml-map.js'
import { isWellFormed } from '../../text/well-formed.js'
import { describeBody } from './describe-body.js'
import {
  type FileFault,
  fileProblem,
  type MarkdownRecord,
  RECORD_FILE_MAX_BYTES,
  type RecordField,
  recordFields,
} from './markdown-record.js'
import { type Provenance, provenances, type RecordType } from './record.js'
import type { FileProblem } from './record-store.js'
import { faultOf } from './record-text.js'

export type ReadRecordFile =
  | { readonly record: MarkdownRecord; readonly layout: FileLayout }
  | { readonly problem: FileProblem }

/** How a file is laid out, for who changes it: all that is not changed stays as it is. */
export interface FileLayout {
  /** Without the byte order mark. */
  readonly text: string
  readonly hasMark: boolean
  /** As the first line ends. */
  readonly eol: '\n' | '\r\n'
  readonly block: FrontMatterBlock | undefined
  readonly map: YAMLMap | null
}

/**
 * Reads the file of a record. Never throws, whatever the bytes: what is wrong is told with its line and field. A file
 * without front matter is a record too: its first heading names it, its first sentence describes it.
 *
 * The body is what stands behind the front matter, byte for byte, but for one empty line before it and the line break
 * that ends the file.
 */
export async function readRecordFile(file: string, bytes: Uint8Array): Promise<ReadRecordFile> {
  const fault = (which: FileFault, line: number | null = null, field: string | null = null) => ({
    problem: fileProblem(file, which, { line, field }),
  })
  if (bytes.length > RECORD_FILE_MAX_BYTES) return fault('tooLarge')
  if (!isUtf8(bytes)) return fault('notText')
  const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const hasMark = whole.startsWith(BYTE_ORDER_MARK)
  const text = hasMark ? whole.substring(1) : whole // slice-ok: one whole character
  const nul = text.indexOf('\0')
  if (nul !== -1) return fault('nul', lineAt(text, nul))
  const eol = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n'
  const block = frontMatterBlock(text)
  if (block === 'open' && FIELD.test(text)) return fault('unclosed', 1)
  if (block === 'open' || block === 'none')
    return withoutFields(file, { text, hasMark, eol, block: undefined, map: null })
  const yaml = await readYamlMap(block.yaml)
  if (yaml.state === 'other') return withoutFields(file, { text, hasMark, eol, block: undefined, map: null })
  if (yaml.state === 'bad') {
    const { line, detail } = yaml
    const field = unquotedField(block.yaml, line)
    return field === undefined
      ? { problem: fileProblem(file, 'yaml', { line, detail: clip(detail, 200) }) }
      : fault('unquoted', line, field)
  }
  const layout = { text, hasMark, eol, block, map: yaml.map } as const
  return withFields(file, layout, yaml.lineOf)
}

/** The body of a file, without the empty line before it and the line break behind it. */
export function bodyOf({ text, eol, block }: Pick<FileLayout, 'text' | 'eol' | 'block'>): string {
  let from = block?.end ?? 0
  if (block !== undefined && text.startsWith(eol, from)) from += eol.length
  let to = text.length
  if (to > from && text.endsWith(eol)) to -= eol.length
  else if (to > from && text.endsWith('\n')) to -= 1
  return text.substring(from, Math.max(from, to)) // slice-ok: at line breaks
}

/**
 * `reference`: what points to something. A file that says nothing of itself must not count as who the user is, nor as
 * how agents are to behave.
 */
const TYPE_UNSAID: RecordType = 'reference'

function withoutFields(file: string, layout: FileLayout): ReadRecordFile {
  const body = bodyOf(layout)
  const { name, description } = describeBody(file, body)
  const record: MarkdownRecord = { ...UNSAID, name, description, type: TYPE_UNSAID, body }
  return checked(file, { record, layout }, new Map())
}

const UNSAID = {
  isNamed: false,
  id: null,
  provenance: null,
  trust: null,
  createdAt: null,
  updatedAt: null,
  recallCount: null,
  lastRecalledAt: null,
} as const

function withFields(
  file: string,
  layout: FileLayout & { readonly map: YAMLMap | null },
  lineOf: (at: number | undefined) => number,
): ReadRecordFile {
  if (layout.map?.flow === true)
    return { problem: fileProblem(file, 'flow', { line: lineOf(layout.map.range?.[0]) }) }
  const fields = new Map<string, Field>()
  for (const { key, value, srcToken } of layout.map?.items ?? []) {
    const name = String((key as Scalar).value)
    const line = lineOf((key as Scalar).range?.[0])
    if (srcToken?.start.some(({ type }) => type === 'explicit-key-ind'))
      return { problem: fileProblem(file, 'explicit', { line }) }
    fields.set(name, { line, node: value as Scalar | null })
  }
  const problems: FileProblem[] = []
  const read = <T>(name: string, parse: (value: FieldValue) => T | FileFault): T | null => {
    const field = fields.get(name)
    if (field === undefined) return null
    const value = saidIn(field)
    if (value === undefined) return null
    const parsed = value === 'other' ? 'notScalar' : parse(value)
    if (!isFault(parsed)) return parsed
    problems.push(fileProblem(file, parsed, { line: field.line, field: name }))
    return null
  }
  const body = bodyOf(layout)
  const described = describeBody(file, body)
  const name = read('name', oneLine)
  const record: MarkdownRecord = {
    name: name?.text ?? described.name,
    isNamed: name !== null,
    description: read('description', oneLine)?.text ?? described.description,
    type: (read('type', oneLine)?.text ?? TYPE_UNSAID) as RecordType,
    id: read('id', idOf)?.id ?? null,
    provenance: read('provenance', provenanceOf)?.provenance ?? null,
    trust: read('trust', trustIn)?.trust ?? null,
    createdAt: read('created', timeOf),
    updatedAt: read('updated', timeOf),
    recallCount: read('recallCount', countOf),
    lastRecalledAt: read('lastRecalledAt', timeOf),
    body,
  }
  const [problem] = problems
  return problem === undefined ? checked(file, { record, layout }, fields) : { problem }
}

/** What the words of any record must be. */
function checked(
  file: string,
  read: { readonly record: MarkdownRecord; readonly layout: FileLayout },
  fields: ReadonlyMap<string, Field>,
): ReadRecordFile {
  const fault = faultOf(read.record)
  if (fault === undefined) return read
  const line = fields.get(fault.field)?.line ?? null
  return { problem: { file, line, field: fault.field, reason: fault.reason } }
}

/** The field in this line, where its value is text that YAML takes for something else. */
function unquotedField(yaml: string, line: number): RecordField | undefined {
  const [, name, value = ''] = /^[ \t]*(\w+):[ \t]+([^"'\s].*)/.exec(yaml.split('\n')[line - 1] ?? '') ?? []
  const isMarked = /^[@`*&!%[\]{}|>]/.test(value) || /:(?:\s|$)/.test(value)
  return isMarked ? recordFields.find((field) => field === name) : undefined
}

interface Field {
  readonly line: number
  readonly node: Scalar | null
}

interface FieldValue {
  readonly value: unknown
  /** As it was written, without quotes. */
  readonly text: string
}

/** Undefined for what says nothing: `name:` or `name: null`. */
function saidIn({ node }: Field): FieldValue | 'other' | undefined {
  if (node === null) return undefined
  const { value, source } = node
  if (value === null) return undefined
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return 'other'
  return { value, text: typeof value === 'string' ? value : (source ?? String(value)) }
}

/** A number or `true` is text where text is asked for; lines of a block become one. */
function oneLine({ text }: FieldValue): { readonly text: string } | FileFault {
  if (!isWellFormed(text)) return 'illFormed'
  return {
    text: text.includes('\n')
      ? text
          .split(/\s*\n\s*/)
          .join(' ')
          .trim()
      : text,
  }
}

function idOf({ text }: FieldValue): { readonly id: ItemId } | FileFault {
  return isItemId(text) ? { id: text.toLowerCase() as ItemId } : 'notId'
}

function provenanceOf({ text }: FieldValue): { readonly provenance: Provenance } | FileFault {
  const provenance = provenances.find((known) => known === text)
  return provenance === undefined ? 'notProvenance' : { provenance }
}

function trustIn({ text }: FieldValue): { readonly trust: Trust } | FileFault {
  const trust = trusts.find((known) => known === text)
  return trust === undefined ? 'notTrust' : { trust }
}

function timeOf({ value }: FieldValue): number | FileFault {
  const at = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : Number.NaN
  return Number.isSafeInteger(at) ? at : 'notTime'
}

function countOf({ value }: FieldValue): number | FileFault {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 'notCount'
}

function isFault(value: unknown): value is FileFault {
  return typeof value === 'string'
}

function lineAt(text: string, at: number): number {
  let line = 1
  for (let found = text.indexOf('\n'); found !== -1 && found < at; found = text.indexOf('\n', found + 1))
    line += 1
  return line
}

// What a person writes who means front matter, and not a line drawn across the top.
const FIELD = /^---[ \t]*\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)?[A-Za-z_][\w-]{0,40}[ \t]*:/
const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/
