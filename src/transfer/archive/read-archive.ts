import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { MemoryError } from '../../errors.js'
import type { ArchiveTable } from '../../items/archive-table.js'
import { type ByteSource, lines } from '../lines.js'
import {
  ARCHIVE_VERSION,
  type ArchiveHeader,
  type BankLine,
  bankShape,
  footerShape,
  headerShape,
  MAX_LINE_BYTES,
  SCHEMA,
  signatureShape,
} from './format.js'

/** What an archive holds, line by line; `end` comes only when every byte before it was as it was written. */
export type ArchiveEntry =
  | { readonly kind: 'header'; readonly header: ArchiveHeader }
  | { readonly kind: 'bank'; readonly line: BankLine }
  | { readonly kind: 'row'; readonly table: ArchiveTable; readonly row: object }
  | { readonly kind: 'end'; readonly counts: Readonly<Record<string, number>>; readonly sha256: string }

/**
 * Reads an archive and checks all there is to check: version, shape and order of each row, counts and checksum.
 * Throws `newer_schema`, and `invalid_input` naming the line; a line's content is never quoted.
 */
export async function* readArchive(
  source: ByteSource,
  tables: readonly ArchiveTable[],
): AsyncGenerator<ArchiveEntry> {
  const hash = createHash('sha256')
  const counts = new Map<string, number>()
  let hasHeader = false
  let isEnded = false
  let bank: string | undefined
  let at: { readonly index: number; readonly key: readonly (string | number)[] } = BEGINNING
  for await (const { number, text, problem } of lines(source, MAX_LINE_BYTES)) {
    if (isEnded) throw damaged(number, 'lies behind the end of the archive')
    if (text === undefined) throw damaged(number, problem ?? 'cannot be read')
    const value = parse(number, text)
    if (!hasHeader) {
      hasHeader = true
      yield { kind: 'header', header: readHeader(value) }
    } else if (value['type'] === 'end') {
      const footer = shaped(footerShape, value, number)
      if (footer.sha256 !== hash.digest('hex'))
        throw damaged(number, 'has another checksum than the lines before it')
      if (!isSame(counts, footer.counts)) throw damaged(number, 'counts other rows than there are')
      isEnded = true
      yield { kind: 'end', ...footer }
      continue
    } else if (value['type'] === 'bank') {
      const line = shaped(bankShape, value, number)
      if (bank !== undefined && compare([bank], [line.bank]) >= 0) throw damaged(number, OUT_OF_ORDER)
      bank = line.bank
      at = BEGINNING
      yield { kind: 'bank', line }
    } else {
      const index = tables.findIndex(({ type }) => type === value['type'])
      const table = tables[index]
      if (table === undefined) throw damaged(number, 'is of no known type')
      if (bank === undefined) throw damaged(number, 'belongs to no bank')
      const { type: _, ...fields } = value
      const row = shaped(table.shape, fields, number)
      const key = table.key(row)
      if (index < at.index || (index === at.index && compare(at.key, key) >= 0))
        throw damaged(number, OUT_OF_ORDER)
      at = { index, key }
      counts.set(table.type, (counts.get(table.type) ?? 0) + 1)
      yield { kind: 'row', table, row }
    }
    hash.update(text).update('\n')
  }
  if (!isEnded) throw damaged(0, 'the end is missing')
}

const BEGINNING = { index: -1, key: [] }
const OUT_OF_ORDER = 'is out of order, or comes twice'

function parse(number: number, text: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw damaged(number, 'is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw damaged(number, 'is not an object')
  if (Object.hasOwn(value, '__proto__')) throw damaged(number, 'has a field that no line has')
  return value as Record<string, unknown>
}

function readHeader(value: object): ArchiveHeader {
  const signature = signatureShape.safeParse(value)
  if (!signature.success) {
    throw new MemoryError(
      'invalid_input',
      'this is not an archive of Recollect',
      'make one: recollect export FILE',
    )
  }
  const { version, schema } = signature.data
  if (version > ARCHIVE_VERSION || schema > SCHEMA) {
    throw new MemoryError(
      'newer_schema',
      `the archive was written by a newer Recollect (format ${version}, schema ${schema}; this build knows ${ARCHIVE_VERSION} and ${SCHEMA})`,
      'update Recollect; nothing was imported',
    )
  }
  return shaped(headerShape, value, 1)
}

function shaped<S extends z.ZodType>(shape: S, value: unknown, number: number): z.output<S> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.map(String).join('.') ?? ''
  throw damaged(
    number,
    `${field === '' ? '' : `${field} `}is not as an archive has it (${issue?.code ?? 'invalid'})`,
  )
}

function damaged(line: number, problem: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    line === 0 ? `the archive was cut: ${problem}` : `line ${line} of the archive ${problem}`,
    'it was cut or changed on its way: copy or export it again; nothing of it was imported',
  )
}

function isSame(counts: ReadonlyMap<string, number>, told: Readonly<Record<string, number>>): boolean {
  const entries = Object.entries(told)
  return entries.length === counts.size && entries.every(([type, n]) => counts.get(type) === n)
}

/** In the order of both engines: numbers by size, texts by their bytes. */
function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (let i = 0; i < b.length; i++) {
    const [left, right] = [a[i], b[i]]
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)))
    if (order !== 0) return order
  }
  return 0
}
