import { CHUNK_ROWS, type ChunkLayout } from './chunk.js'

/** Where an index keeps what one question needs, before its chunks. Addresses in bytes. */
export interface Desk {
  /** Two tables of 16 bytes for each byte of signs. */
  readonly tables: number
  /** The question in int16. */
  readonly question: number
  /** Scores of one chunk, float32. */
  readonly scores: number
  /** Row numbers of one chunk, or addresses of codes. */
  readonly list: number
  readonly products: number
  readonly bytes: number
}

export function deskOf({ width }: ChunkLayout): Desk {
  const question = width * 4
  const scores = question + width * 2
  const list = scores + CHUNK_ROWS * 4
  const products = list + CHUNK_ROWS * 4
  return { tables: 0, question, scores, list, products, bytes: products + CHUNK_ROWS * 4 }
}

export interface CodedQuestion {
  /** Sum of the table entries for a row that agrees with the question in half of what there is to agree in. */
  readonly middle: number
  /** What one unit above the middle is worth. */
  readonly gain: number
  /** What one step of the int16 question is worth. */
  readonly step: number
}

/** Codes a question into the memory: `question − center` as tables for the signs, itself as int16 for the codes. */
export function writeQuestion(
  buffer: ArrayBuffer,
  desk: Desk,
  { dimensions, width }: ChunkLayout,
  vector: Float32Array,
  center: Float32Array,
): CodedQuestion {
  const rest = Float64Array.from(vector, (value, k) => value - center[k]!)
  const { unit, parts } = wholeNumbers(rest, width)
  writeTables(new Uint8Array(buffer, desk.tables, width * 4), parts)
  const sizes = parts.reduce((sum, part) => sum + Math.abs(part), 0)

  return {
    middle: Math.floor(sizes / 2),
    gain: 2 * unit,
    step: writeShorts(buffer, desk, { dimensions, width }, vector),
  }
}

/** Codes a vector into the memory in int16, for products with codes; what one step of it is worth. */
export function writeShorts(
  buffer: ArrayBuffer,
  desk: Desk,
  { dimensions, width }: Pick<ChunkLayout, 'dimensions' | 'width'>,
  vector: Float32Array,
): number {
  const most = vector.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0)
  const shorts = new Int16Array(buffer, desk.question, width)
  shorts.fill(0)
  if (most === 0) return 0
  // The product with a row of codes of 127 everywhere is still below 2³¹.
  const perUnit = Math.min(0x7fff / most, 0x7fffffff / (127 * Math.sqrt(dimensions) * 1.01))
  for (let k = 0; k < dimensions; k++) shorts[k] = Math.round(vector[k]! * perUnit)
  return 1 / perUnit
}

/** Entries of two tables are added in one byte, all of a row in sixteen bits. */
const ENTRY_MOST = 127
const SUM_MOST = 0xffff

/** The values in units so small as their sums of four have room for in a table. */
function wholeNumbers(values: Float64Array, width: number): { unit: number; parts: Int32Array } {
  const room = Math.min(ENTRY_MOST, Math.floor(SUM_MOST / (width / 4)))
  let most = 0
  for (let k = 0; k < values.length; k += 4) {
    let sum = 0
    for (let i = k; i < Math.min(k + 4, values.length); i++) sum += Math.abs(values[i]!)
    most = Math.max(most, sum)
  }
  // Each of the four may be rounded up.
  const unit = most > 0 ? most / (room - 2) : 1
  const parts = new Int32Array(width)
  for (let k = 0; k < values.length; k++) parts[k] = Math.round(values[k]! / unit)
  return { unit, parts }
}

/** Entry `bits` of a table: the parts whose bit is set, less the negative ones, so that none is below zero. */
function writeTables(tables: Uint8Array, parts: Int32Array): void {
  for (let k = 0; k < parts.length; k += 4) {
    const at = k * 4
    let least = 0
    for (let i = 0; i < 4; i++) least += Math.min(0, parts[k + i]!)
    tables[at] = -least
    for (let bits = 1; bits < 16; bits++) {
      const highest = 31 - Math.clz32(bits)
      tables[at + bits] = tables[at + (bits ^ (1 << highest))]! + parts[k + highest]!
    }
  }
}
