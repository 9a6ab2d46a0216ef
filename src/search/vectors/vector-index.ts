import { type Best, createBest, type Scored } from './best.js'
import { CHUNK_ROWS, type ChunkLayout, clearRow, GROUP_ROWS, layoutOf } from './chunk.js'
import { type CodedChunk, codeChunk } from './coded-chunk.js'
import { type CodedQuestion, type Desk, deskOf, writeQuestion } from './coded-question.js'
import type { Kernel } from './kernel.js'
import { writeLift } from './lift.js'
import { openKernel } from './open-kernel.js'
import { cosineAt, isUnit } from './vector.js'

/**
 * The vectors of one bank as a search scans them, in memory: full chunks in codes (./chunk.ts), the youngest vectors as
 * they are. Made from the store's rows, and good for finding candidates only: who shows them reads the rows.
 */
export interface VectorIndex {
  readonly dimensions: number
  /** Vectors in it. */
  readonly size: number
  /** Row number of the youngest that was ever added; 0 at first. */
  readonly last: number
  /** Vectors that were taken out of full chunks and still have their place. */
  readonly holes: number
  /** Memory that it takes. */
  readonly bytes: number
  /** How its chunks lie in memory, as what is added in codes must. */
  readonly layout: ChunkLayout
  /** Vectors that it has coded itself. */
  readonly codedHere: number
  /** Adds younger ones, in codes. */
  addCoded(chunk: CodedChunk): void
  /** Adds a younger one. Throws `RangeError` for another number of dimensions, an older row, a vector without length. */
  add(rid: number, itemRid: number, vector: Float32Array): void
  /** Takes one out, and overwrites what was kept of it. False where it is not there. */
  remove(rid: number): boolean
  /**
   * The nearest to a vector of unit length, nearest first, of equal ones the youngest first. Yields about every
   * millisecond; the index must stay as it is until the end.
   */
  search(vector: Float32Array, count: number): Generator<undefined, IndexHit[]>
  /** Row numbers of all that it holds. */
  rids(): Iterable<number>
}

export interface IndexHit {
  readonly rid: number
  readonly itemRid: number
  /** Cosine; `isExact`: of the vector itself, else of its code, which is off by less than 0.01. */
  readonly similarity: number
  readonly isExact: boolean
}

export interface VectorIndexOptions {
  /** `plain`: without WebAssembly. */
  readonly kernel?: 'best' | 'plain'
}

interface Chunk {
  readonly start: number
  readonly steps: Float32Array
  readonly rids: Float64Array
  readonly itemRids: Float64Array
  readonly isHole: Uint8Array
}

export function createVectorIndex(dimensions: number, options: VectorIndexOptions = {}): VectorIndex {
  const layout = layoutOf(dimensions)
  const desk = deskOf(layout)
  const chunks: Chunk[] = []
  /** The mean of each chunk. */
  let means = new Float32Array(0)
  /** The mean of the first chunk: where vectors of this model lie about. */
  let center: Float32Array = new Float32Array(0)
  let kernel: Kernel | undefined
  let tail = emptyTail(dimensions, 0)
  let tailRows = 0
  let last = 0
  let holes = 0
  let codedHere = 0
  /** Vectors that were ever added to chunks. */
  let room = 0

  function addCoded({ rids, itemRids, mean, steps, bytes }: CodedChunk): void {
    kernel ??= openKernel(options.kernel)
    const start = desk.bytes + chunks.length * layout.bytes
    kernel.reserve(start + layout.bytes)
    new Uint8Array(kernel.buffer, start, layout.bytes).set(bytes)
    if (chunks.length === 0) center = mean
    writeLift(kernel, desk, layout, start, steps, center)
    const isHole = new Uint8Array(CHUNK_ROWS)
    for (let row = rids.length; row < CHUNK_ROWS; row++) {
      clearRow(kernel.buffer, start, layout, row)
      isHole[row] = 1
    }
    means = withRow(means, chunks.length, mean)
    chunks.push({ start, steps, rids, itemRids, isHole })
    room += rids.length
    last = Math.max(last, rids.at(-1) ?? 0)
  }

  /** The tail is full: its older half becomes a chunk. */
  function closeChunk(): void {
    const { vectors, rids, itemRids } = tail
    const older = [rids.slice(0, CHUNK_ROWS), itemRids.slice(0, CHUNK_ROWS)] as const
    addCoded(codeChunk(layout, ...older, vectors.subarray(0, CHUNK_ROWS * dimensions)))
    codedHere += CHUNK_ROWS
    vectors.copyWithin(0, CHUNK_ROWS * dimensions)
    rids.copyWithin(0, CHUNK_ROWS)
    itemRids.copyWithin(0, CHUNK_ROWS)
    tailRows -= CHUNK_ROWS
    vectors.fill(0, tailRows * dimensions)
  }

  function removeFromTail(row: number): void {
    const { vectors, rids, itemRids } = tail
    vectors.copyWithin(row * dimensions, (row + 1) * dimensions, tailRows * dimensions)
    rids.copyWithin(row, row + 1, tailRows)
    itemRids.copyWithin(row, row + 1, tailRows)
    tailRows -= 1
    vectors.fill(0, tailRows * dimensions, (tailRows + 1) * dimensions)
  }

  /** Signs of everything, then codes of the best: places (chunk · 512 + row) and their cosines. */
  function* scan(kernel: Kernel, vector: Float32Array, count: number): Generator<undefined, Scored> {
    const question = writeQuestion(kernel.buffer, desk, layout, vector, center)
    const bases = new Float64Array(chunks.length)
    for (let c = 0; c < bases.length; c++) bases[c] = cosineAt(means, c, vector)
    const best = createBest(wideOf(count, chunks.length * CHUNK_ROWS))
    const { buffer } = kernel
    const list = new Int32Array(buffer, desk.list, CHUNK_ROWS)
    const scores = new Float32Array(buffer, desk.scores, CHUNK_ROWS)
    const look = { kernel, desk, layout, chunks, bases, question, list, scores }
    // Youngest first: of equal ones those stay that were offered first.
    for (let c = chunks.length - 1, scanned = 0; c >= 0; c--) {
      offerChunk(look, c, best)
      scanned += CHUNK_ROWS
      if (scanned % kernel.pace === 0 && c > 0) yield
    }
    return byCodes(look, best.take().keys, count)
  }

  return {
    dimensions,
    layout,
    addCoded,
    get codedHere() {
      return codedHere
    },
    get size() {
      return room - holes + tailRows
    },
    get last() {
      return last
    },
    get holes() {
      return holes
    },
    get bytes() {
      return (
        (kernel?.buffer.byteLength ?? 0) +
        tail.vectors.byteLength +
        tail.rids.byteLength * 2 +
        means.byteLength +
        chunks.length * CHUNK_ROWS * 21
      )
    },
    add: (rid, itemRid, vector) => {
      if (vector.length !== dimensions) {
        throw new RangeError(`a vector of ${vector.length} dimensions among such of ${dimensions}`)
      }
      if (!(rid > last)) throw new RangeError(`row ${rid} after row ${last}`)
      if (!isUnit(vector)) throw new RangeError('a vector that is not of unit length')
      if (tailRows === tail.rids.length) tail = enlarged(tail, dimensions)
      tail.vectors.set(vector, tailRows * dimensions)
      tail.rids[tailRows] = rid
      tail.itemRids[tailRows] = itemRid
      tailRows += 1
      last = rid
      if (tailRows === TAIL_ROWS) closeChunk()
    },
    remove: (rid) => {
      const inTail = find(tail.rids, tailRows, rid)
      if (inTail !== undefined) {
        removeFromTail(inTail)
        return true
      }
      for (const { rids, start, isHole } of chunks) {
        // What was read between others may reach across them.
        if (!(rids[0]! <= rid && rid <= rids[rids.length - 1]!)) continue
        const row = find(rids, rids.length, rid)
        if (row === undefined || isHole[row] === 1) continue
        clearRow(kernel!.buffer, start, layout, row)
        isHole[row] = 1
        holes += 1
        return true
      }
      return false
    },
    *search(vector, count) {
      if (vector.length !== dimensions || !isUnit(vector)) {
        throw new RangeError(`the question's vector is not one of ${dimensions} dimensions and unit length`)
      }
      const hits: IndexHit[] = nearestInTail(tail, tailRows, vector, count)
      if (kernel !== undefined) {
        const { keys, scores } = yield* scan(kernel, vector, count)
        for (const [i, place] of keys.entries()) {
          const { rids, itemRids } = chunks[Math.floor(place / CHUNK_ROWS)]!
          const row = place % CHUNK_ROWS
          hits.push({ rid: rids[row]!, itemRid: itemRids[row]!, similarity: scores[i]!, isExact: false })
        }
      }
      return hits.sort((a, b) => b.similarity - a.similarity || b.rid - a.rid).slice(0, count)
    },
    *rids() {
      for (const { rids, isHole } of chunks) {
        for (let row = 0; row < rids.length; row++) if (isHole[row] === 0) yield rids[row]!
      }
      for (let row = 0; row < tailRows; row++) yield tail.rids[row]!
    },
  }
}

/** Rows behind rows, with one more at its place; in a larger room where there is none left. */
function withRow(
  rows: Float32Array<ArrayBuffer>,
  place: number,
  row: Float32Array,
): Float32Array<ArrayBuffer> {
  const end = (place + 1) * row.length
  const roomy = end <= rows.length ? rows : new Float32Array(Math.ceil(1.5 * end))
  if (roomy !== rows) roomy.set(rows)
  roomy.set(row, place * row.length)
  return roomy
}

/** What one search works with. */
interface Scan {
  readonly kernel: Kernel
  readonly desk: Desk
  readonly layout: ChunkLayout
  readonly chunks: readonly Chunk[]
  /** Cosine of the question and each chunk's mean. */
  readonly bases: Float64Array
  readonly question: CodedQuestion
  /** Parts of the desk. */
  readonly list: Int32Array
  readonly scores: Float32Array
}

/** Offers the rows of a chunk by what their signs tell. */
function offerChunk(scan: Scan, c: number, best: Best): void {
  const { kernel, desk, layout, chunks, bases, question, list, scores } = scan
  const { start } = chunks[c]!
  kernel.estimate(
    start,
    start + layout.lift,
    start + layout.slope,
    CHUNK_ROWS / GROUP_ROWS,
    layout.width / 8,
    desk.tables,
    question.middle,
    question.gain,
    bases[c]!,
    desk.scores,
  )
  const found = kernel.above(desk.scores, CHUNK_ROWS, best.least, desk.list)
  for (let i = found - 1; i >= 0; i--) best.offer(c * CHUNK_ROWS + list[i]!, scores[list[i]!]!)
}

/** The best of these places, by their codes. */
function byCodes(scan: Scan, places: Float64Array, count: number): Scored {
  const { kernel, desk, layout, chunks, bases, question, list } = scan
  const products = new Int32Array(kernel.buffer, desk.products, CHUNK_ROWS)
  const nearest = createBest(count)
  for (let from = 0; from < places.length; from += CHUNK_ROWS) {
    const many = Math.min(CHUNK_ROWS, places.length - from)
    for (let i = 0; i < many; i++) {
      const place = places[from + i]!
      const row = place % CHUNK_ROWS
      list[i] = chunks[(place - row) / CHUNK_ROWS]!.start + layout.codes + row * layout.width
    }
    kernel.dots(desk.list, many, desk.question, layout.width, desk.products)
    for (let i = 0; i < many; i++) {
      const place = places[from + i]!
      const row = place % CHUNK_ROWS
      const c = (place - row) / CHUNK_ROWS
      nearest.offer(place, bases[c]! + products[i]! * chunks[c]!.steps[row]! * question.step)
    }
  }
  return nearest.take()
}

/** How many the signs leave for the codes: of real vectors enough, by far, for the nearest (docs/decisions/0012). */
function wideOf(count: number, rows: number): number {
  return Math.max(256, 4 * count) + Math.ceil(rows / 512)
}

/** Vectors as they are, row behind row. */
interface Tail {
  readonly vectors: Float32Array
  readonly rids: Float64Array
  readonly itemRids: Float64Array
}

const LEAST_TAIL_ROWS = 16
/** A small bank is all tail: its vectors are compared as they are, and none need be read again. */
const TAIL_ROWS = 2 * CHUNK_ROWS

function nearestInTail(tail: Tail, rows: number, vector: Float32Array, count: number): IndexHit[] {
  const { vectors, rids, itemRids } = tail
  const best = createBest(count)
  for (let row = rows - 1; row >= 0; row--) best.offer(row, cosineAt(vectors, row, vector))
  const { keys, scores } = best.take()
  return Array.from(keys, (row, i) => ({
    rid: rids[row]!,
    itemRid: itemRids[row]!,
    similarity: scores[i]!,
    isExact: true,
  }))
}

function emptyTail(dimensions: number, rows: number): Tail {
  return {
    vectors: new Float32Array(rows * dimensions),
    rids: new Float64Array(rows),
    itemRids: new Float64Array(rows),
  }
}

function enlarged({ vectors, rids, itemRids }: Tail, dimensions: number): Tail {
  const larger = emptyTail(dimensions, Math.min(TAIL_ROWS, Math.max(LEAST_TAIL_ROWS, 2 * rids.length)))
  larger.vectors.set(vectors)
  larger.rids.set(rids)
  larger.itemRids.set(itemRids)
  return larger
}

/** The place of a number in ascending ones. */
function find(rids: Float64Array, count: number, rid: number): number | undefined {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (rids[middle]! < rid) low = middle + 1
    else high = middle
  }
  return low < count && rids[low] === rid ? low : undefined
}
