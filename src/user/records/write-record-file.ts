import { isDeepStrictEqual } from 'node:util'
import type { Scalar, YAMLMap } from 'yaml'
import { MemoryError } from '../../errors.js'
import { BYTE_ORDER_MARK } from '../../text/byte-order-mark.js'
import { isWellFormed } from '../../text/well-formed.js'
import { type MarkdownRecord, type RecordField, recordFields } from './markdown-record.js'
import { bodyOf, type FileLayout, readRecordFile } from './read-record-file.js'

/**
 * The bytes of a record's file. Over a file that is there, `before`, only what the record says otherwise is changed: a
 * person's own fields, comments, order, quotes and line ends stay. Throws `invalid_input` on text that no file may hold,
 * and `conflict` where the file could not be changed without loss.
 */
export async function writeRecordFile(
  file: string,
  record: MarkdownRecord,
  before?: Uint8Array,
): Promise<Uint8Array> {
  for (const field of ['name', 'description', 'body'] as const) {
    if (isWellFormed(record[field])) continue
    throw new MemoryError('invalid_input', `${field} has half a character or U+0000`, 'leave it away')
  }
  const text = before === undefined ? freshText(record) : await changedText(file, record, before)
  return Buffer.from(text)
}

function freshText(record: MarkdownRecord): string {
  const lines = linesOf(record).map(({ line }) => `${line}\n`)
  return `---\n${lines.join('')}---\n${record.body === '' ? '' : `\n${record.body}\n`}`
}

async function changedText(file: string, record: MarkdownRecord, before: Uint8Array): Promise<string> {
  const read = await readRecordFile(file, before)
  if ('problem' in read) throw wouldLose(file, read.problem.reason)
  const { layout } = read
  const head = headText(layout, linesToSay(record, read.record, layout))
  const tail = bodyOf(layout) === record.body ? sameTail(layout) : tailText(record.body, layout)
  const between = tail === '' || head.endsWith('\n') ? '' : layout.eol
  const text = `${layout.hasMark ? BYTE_ORDER_MARK : ''}${head}${between}${tail}`
  await requireSame(file, { text, record, layout })
  return text
}

/** What the file does not say, or says otherwise. */
function linesToSay(record: MarkdownRecord, said: MarkdownRecord, { map }: FileLayout): FieldLine[] {
  const known = new Map(linesOf(said).map(({ field, line }) => [field, line]))
  return linesOf(record).filter(({ field, line }) => map?.get(field) == null || known.get(field) !== line)
}

function headText(layout: FileLayout, lines: readonly FieldLine[]): string {
  const { text, block, eol } = layout
  if (block === undefined) return ['---', ...lines.map(({ line }) => line), '---', ''].join(eol)
  const first = text.substring(0, block.at) // slice-ok: at a line break
  const last = text.substring(block.at + block.yaml.length, block.end) // slice-ok: at a line break
  return `${first}${withLines(layout, block.yaml, lines)}${last}`
}

function sameTail({ text, block, eol }: FileLayout): string {
  const rest = text.substring(block?.end ?? 0) // slice-ok: at a line break
  return block === undefined && rest !== '' ? `${eol}${rest}` : rest
}

function tailText(body: string, { eol }: FileLayout): string {
  return body === '' ? '' : `${eol}${body}${eol}`
}

/** The front matter with some fields said anew, where they stood; what was not said comes last. */
function withLines({ map, eol }: FileLayout, yaml: string, lines: readonly FieldLine[]): string {
  const items = map?.items ?? []
  const added: string[] = []
  const edits: { from: number; to: number; text: string }[] = []
  for (const { field, line } of lines) {
    const pair = items.find(({ key }) => (key as Scalar).value === field)
    const from = (pair?.key as Scalar | undefined)?.range?.[0]
    if (pair === undefined || from === undefined) {
      added.push(line)
      continue
    }
    const to = (pair.value as Scalar | null)?.range?.[1] ?? from
    // A block of lines takes the line break behind it along.
    const isBlock = yaml[to - 1] === '\n'
    edits.push({ from, to, text: isBlock ? `${line}${eol}` : line })
  }
  let text = yaml
  for (const { from, to, text: line } of edits.sort((a, b) => b.from - a.from))
    text = `${text.substring(0, from)}${line}${text.substring(to)}` // slice-ok: at the borders of a field
  const indent = indentOf(yaml, map)
  for (const line of added) {
    const between = text === '' ? '\n' : text.endsWith('\n') ? '' : eol
    text += `${between}${indent}${line}`
  }
  return text
}

/** Fields may all stand some spaces to the right. */
function indentOf(yaml: string, map: YAMLMap | null): string {
  const from = (map?.items[0]?.key as Scalar | undefined)?.range?.[0] ?? 0
  const line = yaml.lastIndexOf('\n', from - 1) + 1
  const before = yaml.substring(line, Math.max(line, from)) // slice-ok: spaces
  return /^ +$/.test(before) ? before : ''
}

interface FieldLine {
  readonly field: RecordField
  readonly line: string
}

/** One line a field. Texts are JSON, which is YAML in any reader: `Plan: phase 2`, `yes` and `---` stay what they are. */
function linesOf(record: MarkdownRecord): FieldLine[] {
  const values: Readonly<Record<RecordField, string | null>> = {
    name: quoted(record.name),
    description: quoted(record.description),
    type: record.type,
    provenance: record.provenance,
    trust: record.trust,
    created: timeText(record.createdAt),
    updated: timeText(record.updatedAt),
    recallCount: record.recallCount === null ? null : String(record.recallCount),
    lastRecalledAt: timeText(record.lastRecalledAt),
    id: record.id === null ? null : quoted(record.id),
  }
  return recordFields.flatMap((field) => {
    const value = values[field]
    return value === null ? [] : [{ field, line: `${field}: ${value}` }]
  })
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(UNPRINTABLE, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function timeText(at: number | null): string | null {
  return at === null ? null : `"${new Date(at).toISOString()}"`
}

// What JSON leaves as it is and YAML takes for a break, a mark or nothing printable.
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

interface Changed {
  readonly text: string
  readonly record: MarkdownRecord
  readonly layout: FileLayout
}

/** What was changed is read again: the record as it is to be, and all else as it was. */
async function requireSame(file: string, { text, record, layout }: Changed): Promise<void> {
  const again = await readRecordFile(file, Buffer.from(text))
  if ('problem' in again) throw wouldLose(file, again.problem.reason)
  const isWanted =
    isDeepStrictEqual(linesOf(again.record), linesOf(record)) &&
    again.record.body === record.body &&
    isDeepStrictEqual(ownFields(again.layout.map), ownFields(layout.map))
  if (!isWanted) throw wouldLose(file, 'its front matter is laid out in an unusual way')
}

/** What a person keeps in the front matter beside our fields. */
function ownFields(map: YAMLMap | null): readonly unknown[] {
  const known: readonly string[] = recordFields
  return (map?.items ?? [])
    .filter(({ key }) => !known.includes(String((key as Scalar).value)))
    .map((pair) => pair.toString())
}

function wouldLose(file: string, reason: string): MemoryError {
  return new MemoryError(
    'conflict',
    `the file ${file} cannot be changed without loss: ${reason}`,
    'write its front matter as one field: value on a line',
  )
}
