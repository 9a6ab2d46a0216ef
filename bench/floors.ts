import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** What the disk itself takes to make 4 KB durable: the median in milliseconds. Nothing durable can be faster. */
export function fdatasyncMedianMs(folder: string, rounds: number): number {
  const file = openSync(join(folder, 'fdatasync.probe'), 'w')
  const page = Buffer.alloc(4096, 1)
  try {
    return median(
      Array.from({ length: rounds }, () => {
        const from = performance.now()
        writeSync(file, page)
        fdatasyncSync(file)
        return performance.now() - from
      }),
    )
  } finally {
    closeSync(file)
  }
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
