import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import { MemoryError } from '../errors.js'
import { reportError } from './report-error.js'
import { createTerminal } from './terminal.js'

afterEach(() => vi.unstubAllEnvs())

it('shows what an error came from where it is asked for, and else one line of advice', async () => {
  const error = new MemoryError('store_failed', 'it failed', 'try again', {
    cause: new Error('SQLSTATE 42704'),
  })
  expect(await said(error)).toBe('recollect: it failed\n  try again\n')
  vi.stubEnv('RECOLLECT_DEBUG', '1')
  expect(await said(error)).toMatch(
    /^recollect: it failed\n {2}try again\n(?:.*\n)+because of Error: SQLSTATE 42704\n/,
  )
})

async function said(error: unknown): Promise<string> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const notes = text(stderr)
  const streams = { stdin: Readable.from([]), stdout, stderr, env: {} }
  reportError(error, createTerminal(streams as unknown as NodeJS.Process), false)
  stderr.end()
  return notes
}
