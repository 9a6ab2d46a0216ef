import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MemoryError } from '../../errors.js'
import { isAway } from './is-away.js'

const thrown = (work: Promise<unknown>) => work.catch((error: unknown) => error)

it('takes what vanishes between two looks for away, and nothing else', async () => {
  expect(isAway(new MemoryError('not_found', 'there is no such file'))).toBe(true)
  expect(isAway(await thrown(stat(join(import.meta.dirname, 'none'))))).toBe(true)
  expect(isAway(await thrown(stat(join(import.meta.filename, 'none'))))).toBe(true)
  expect(isAway(new MemoryError('denied', 'no permission'))).toBe(false)
  expect(isAway(Object.assign(new Error('full'), { code: 'EMFILE' }))).toBe(false)
  expect(isAway(new TypeError('a mistake'))).toBe(false)
})
