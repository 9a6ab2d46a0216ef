import { CHUNK_ROWS, type ChunkLayout } from './chunk.js'
import { type Desk, writeShorts } from './coded-question.js'
import type { Kernel } from './kernel.js'

/** Writes the `lift` of a chunk that lies at `start`: the product of each row's code with the center of its index. */
export function writeLift(
  kernel: Kernel,
  desk: Desk,
  layout: ChunkLayout,
  start: number,
  steps: Float32Array,
  center: Float32Array,
): void {
  const { buffer } = kernel
  const step = writeShorts(buffer, desk, layout, center)
  const list = new Int32Array(buffer, desk.list, CHUNK_ROWS)
  for (let row = 0; row < CHUNK_ROWS; row++) list[row] = start + layout.codes + row * layout.width
  kernel.dots(desk.list, CHUNK_ROWS, desk.question, layout.width, desk.products)
  const products = new Int32Array(buffer, desk.products, CHUNK_ROWS)
  const lift = new Float32Array(buffer, start + layout.lift, CHUNK_ROWS)
  for (let row = 0; row < CHUNK_ROWS; row++) lift[row] = products[row]! * steps[row]! * step
}
