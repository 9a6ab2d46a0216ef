import { expect, it } from 'vitest'
import { writeBesideReader } from '../faults/write-ahead-log.js'
import { temporaryFolder } from '../open-spine.js'

const MB = 1024 * 1024

it('bounds the write-ahead log over 50,000 small writes (S06)', async () => {
  const report = await writeBesideReader(await temporaryFolder(), 50_000)
  const inMb = Object.entries(report).map(
    ([name, value]) => `${name} ${name === 'slowestMs' ? Math.round(value) : (value / MB).toFixed(1)}`,
  )
  process.stdout.write(`write-ahead log in MB: ${inMb.join(', ')}\n`)
  expect(report.after).toBeLessThan(Math.max(128 * MB, report.pinned))
  expect(report.idle).toBeLessThanOrEqual(8 * MB)
  expect(report.closed).toBe(0)
  expect(report.slowestMs).toBeLessThan(2_000)
})
