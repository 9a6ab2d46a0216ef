import { CHUNK_ROWS, GROUP_ROWS, layoutOf } from '../../src/search/vectors/chunk.js'
import { deskOf } from '../../src/search/vectors/coded-question.js'
import { openKernel } from '../../src/search/vectors/open-kernel.js'
import { median } from '../statistics.js'

/** What the first look at so many vectors takes, in milliseconds, beside reading the same bytes and nothing else. */
export function scanBesideFloor(items: number, dimensions: number): { scanMs: number; floorMs: number } {
  const layout = layoutOf(dimensions)
  const desk = deskOf(layout)
  const kernel = openKernel()
  const chunks = Math.ceil(items / CHUNK_ROWS)
  kernel.reserve(desk.bytes + chunks * layout.codes)
  const scanned = Buffer.from(kernel.buffer, desk.bytes, chunks * layout.codes)
  scanned.fill(1)
  const scan = () => {
    for (let c = 0; c < chunks; c++) {
      const start = desk.bytes + c * layout.codes
      const groups = CHUNK_ROWS / GROUP_ROWS
      const bytes = layout.width / 8
      kernel.estimate(
        start,
        start + layout.lift,
        start + layout.slope,
        groups,
        bytes,
        desk.tables,
        0,
        1,
        0,
        desk.scores,
      )
    }
  }
  // The byte is not there, so all of them are read.
  const times = Array.from({ length: ROUNDS }, () => [elapsedMs(scan), elapsedMs(() => scanned.indexOf(2))])
  return { scanMs: median(times.map(([ms]) => ms!)), floorMs: median(times.map(([, ms]) => ms!)) }
}

const ROUNDS = 15

function elapsedMs(work: () => unknown): number {
  const from = performance.now()
  work()
  return performance.now() - from
}
