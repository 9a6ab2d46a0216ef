/**
 * A chunk of an index: so many vectors, coded once, all together, against their own mean.
 *
 *   signs   [group of 16 rows][byte][row]   one bit a dimension: is it above the mean?
 *   lift    [row] float32                   what of the cosine does not depend on the question
 *   slope   [row] float32                   what one unit of agreement of signs is worth
 *   codes   [row][dimension] int8           the difference from the mean
 *
 * The last dimensions of signs and codes are padding, of zeros. With vector v = mean + r and a fixed center c, the
 * cosine to a question q is exactly q·mean + c·r + (q − c)·r. `lift` is c·r, of the center of the index that the chunk
 * stands in: it is written there (./lift.ts). The scan estimates the last term from the signs of r: a
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

/** Leaves nothing of a row, and keeps it from being found. */
export function clearRow(buffer: ArrayBuffer, start: number, layout: ChunkLayout, row: number): void {
  const { width } = layout
  const signs = new Uint8Array(buffer, start, layout.lift)
  for (let byte = 0; byte < width / 8; byte++) signs[placeOfSigns(row, width) + byte * GROUP_ROWS] = 0
  new Float32Array(buffer, start + layout.lift, CHUNK_ROWS)[row] = Number.NEGATIVE_INFINITY
  new Float32Array(buffer, start + layout.slope, CHUNK_ROWS)[row] = 0
  new Int8Array(buffer, start + layout.codes + row * width, width).fill(0)
}

/** Rows 0 to 7 of a group are its even bytes, 8 to 15 the odd ones: so the sums come out in their order. */
export function placeOfSigns(row: number, width: number): number {
  const inGroup = row % GROUP_ROWS
  const lane = inGroup < 8 ? 2 * inGroup : 2 * inGroup - 15
  return Math.floor(row / GROUP_ROWS) * GROUP_ROWS * (width / 8) + lane
}
