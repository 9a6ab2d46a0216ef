/**
 * A chunk of an index: so many vectors, coded once, all together, against their own mean.
 *
 *   signs   [group of 16 rows][byte][row]   one bit a dimension: is it above the mean?
 *   lift    [row] float32                   what of the cosine does not depend on the question
 *   slope   [row] float32                   what one unit of agreement of signs is worth
 *   codes   [row][dimension] int8           the difference from the mean
 *
 * The last dimensions of signs and codes are padding, of zeros. With vector v = mean + r and a fixed center c, the
 * cosine to a question q is exactly q·mean + c·r + (q − c)·r. The scan estimates the last term from the signs of r: a
 * vector of them times slope = |r|² / Σ|rᵢ| is as long, in the direction of r, as r is (docs/decisions/0012).
 */
export interface ChunkLayout {
  readonly dimensions: number
  /** Dimensions with padding. */
  readonly width: number
  readonly lift: number
  readonly slope: number
  readonly codes: number
  readonly bytes: number
}

/** More would make a longer tail, which is scanned one by one; fewer, more means for each question to be compared with. */
export const CHUNK_ROWS = 512
export const GROUP_ROWS = 16

/** Where the parts of a chunk begin, in bytes from its start. */
export function layoutOf(dimensions: number): ChunkLayout {
  const width = Math.ceil(dimensions / 16) * 16
  const lift = (CHUNK_ROWS * width) / 8
  const slope = lift + CHUNK_ROWS * 4
  const codes = slope + CHUNK_ROWS * 4
  return { dimensions, width, lift, slope, codes, bytes: codes + CHUNK_ROWS * width }
}

/** What of a chunk is only read for a few rows, or once a question. */
export interface CodedChunk {
  readonly mean: Float32Array
  /** Of each row: what one step of its codes is worth. */
  readonly steps: Float32Array
}

/** The mean of full rows of vectors. */
export function meanOf(vectors: Float32Array, dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions)
  for (let row = 0; row < CHUNK_ROWS; row++) {
    const first = row * dimensions
    for (let k = 0; k < dimensions; k++) sums[k]! += vectors[first + k]!
  }
  return Float32Array.from(sums, (sum) => sum / CHUNK_ROWS)
}

/** Codes rows of vectors into the memory at `start`. */
export function writeChunk(
  buffer: ArrayBuffer,
  start: number,
  layout: ChunkLayout,
  vectors: Float32Array,
  mean: Float32Array,
  center: Float32Array,
): CodedChunk {
  const { dimensions, width } = layout
  const signs = new Uint8Array(buffer, start, layout.lift)
  const lift = new Float32Array(buffer, start + layout.lift, CHUNK_ROWS)
  const slope = new Float32Array(buffer, start + layout.slope, CHUNK_ROWS)
  const codes = new Int8Array(buffer, start + layout.codes, CHUNK_ROWS * width)
  const steps = new Float32Array(CHUNK_ROWS)
  const rest = new Float64Array(width)
  for (let row = 0; row < CHUNK_ROWS; row++) {
    const first = row * dimensions
    let square = 0
    let sum = 0
    let most = 0
    let lifted = 0
    for (let k = 0; k < dimensions; k++) {
      const r = vectors[first + k]! - mean[k]!
      const size = Math.abs(r)
      rest[k] = r
      square += r * r
      sum += size
      lifted += center[k]! * r
      most = Math.max(most, size)
    }
    lift[row] = lifted
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
      signs[sign] = bits
    }
  }
  return { mean, steps }
}

/** Leaves nothing of a row, and keeps it from being found. */
export function clearRow(buffer: ArrayBuffer, start: number, layout: ChunkLayout, row: number): void {
  const { width } = layout
  const signs = new Uint8Array(buffer, start, layout.lift)
  for (let byte = 0; byte < width / 8; byte++) signs[placeOfSigns(row, width) + byte * GROUP_ROWS] = 0
  new Float32Array(buffer, start + layout.lift, CHUNK_ROWS)[row] = Number.NEGATIVE_INFINITY
  new Float32Array(buffer, start + layout.slope, CHUNK_ROWS)[row] = 0
  new Int8Array(buffer, start + layout.codes + row * width, width).fill(0)
}

const CODE_MOST = 127

/** Rows 0 to 7 of a group are its even bytes, 8 to 15 the odd ones: so the sums come out in their order. */
function placeOfSigns(row: number, width: number): number {
  const inGroup = row % GROUP_ROWS
  const lane = inGroup < 8 ? 2 * inGroup : 2 * inGroup - 15
  return Math.floor(row / GROUP_ROWS) * GROUP_ROWS * (width / 8) + lane
}
