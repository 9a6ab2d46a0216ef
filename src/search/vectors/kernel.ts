/**
 * The loops over all vectors of an index, and the memory they run over. Addresses are bytes, counts are rows unless
 * said otherwise, tables of numbers are little-endian. Both kernels answer every call with the same bits.
 */
export interface Kernel {
  readonly name: 'simd' | 'plain'
  /** Its memory; another one after each `reserve`. */
  readonly buffer: ArrayBuffer
  /** Vectors that it scans in about a millisecond. */
  readonly pace: number
  /** Makes the memory at least so large; what is in it stays. */
  reserve(bytes: number): void
  /**
   * Estimates the cosine of every row of a chunk from the signs of its dimensions, into `scores` (float32):
   * `(sum of table entries − middle) · slope · gain + lift + base`. `groups` of 16 rows, `bytes` of signs a row.
   */
  estimate(
    signs: number,
    lift: number,
    slope: number,
    groups: number,
    bytes: number,
    tables: number,
    middle: number,
    gain: number,
    base: number,
    scores: number,
  ): void
  /** Writes the numbers (int32) of the rows whose score is above `least` to `out`, in order; how many. */
  above(scores: number, rows: number, least: number, out: number): number
  /** The product of each listed code (int8, `bytes` long, by address) with the question (int16), into `out` (int32). */
  dots(list: number, count: number, question: number, bytes: number, out: number): void
}
