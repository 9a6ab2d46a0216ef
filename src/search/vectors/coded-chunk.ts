import { CHUNK_ROWS, type ChunkLayout, GROUP_ROWS, placeOfSigns } from './chunk.js'

/** Some vectors in codes, at most a chunk of them, as they go into an index or into the store. */
export interface CodedChunk {
  /** Row numbers, ascending; what a chunk has room for beyond them is empty. */
  readonly rids: Float64Array
  readonly itemRids: Float64Array
  readonly mean: Float32Array
  /** Of each row: what one step of its codes is worth. */
  readonly steps: Float32Array
  /** As ChunkLayout says, `lift` left out. */
  readonly bytes: Uint8Array
}

/** Codes vectors, row behind row, all against their mean. */
export function codeChunk(
  layout: ChunkLayout,
  rids: Float64Array,
  itemRids: Float64Array,
  vectors: Float32Array,
): CodedChunk {
  const { dimensions, width } = layout
  const bytes = new Uint8Array(layout.bytes)
  const slope = new Float32Array(bytes.buffer, layout.slope, CHUNK_ROWS)
  const codes = new Int8Array(bytes.buffer, layout.codes)
  const mean = meanOf(vectors, rids.length, dimensions)
  const steps = new Float32Array(CHUNK_ROWS)
  const rest = new Float64Array(width)
  for (let row = 0; row < rids.length; row++) {
    const first = row * dimensions
    let square = 0
    let sum = 0
    let most = 0
    for (let k = 0; k < dimensions; k++) {
      const r = vectors[first + k]! - mean[k]!
      const size = Math.abs(r)
      rest[k] = r
      square += r * r
      sum += size
      most = Math.max(most, size)
    }
    slope[row] = sum > 0 ? square / sum : 0
    steps[row] = most / CODE_MOST
    const perStep = most > 0 ? CODE_MOST / most : 0
    let sign = placeOfSigns(row, width)
    for (let k = 0; k < width; k += 8, sign += GROUP_ROWS) {
      let bits = 0
      for (let i = 0; i < 8; i++) {
        const r = rest[k + i]!
        if (r > 0) bits |= 1 << i
        // Rounds to the nearest, which Math.round does at several times the cost.
        codes[row * width + k + i] = ((r * perStep + CODE_MOST + 0.5) | 0) - CODE_MOST
      }
      bytes[sign] = bits
    }
  }
  return { rids, itemRids, mean, steps, bytes }
}

const CODE_MOST = 127

function meanOf(vectors: Float32Array, rows: number, dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions)
  for (let row = 0; row < rows; row++) {
    const first = row * dimensions
    for (let k = 0; k < dimensions; k++) sums[k]! += vectors[first + k]!
  }
  return Float32Array.from(sums, (sum) => (rows > 0 ? sum / rows : 0))
}
