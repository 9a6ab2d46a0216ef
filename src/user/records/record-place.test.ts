import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRecordsSetting } from './record-place.js'

const saying = (records?: unknown) => ({ get: () => records })
const read = (...[given, environment, file]: Partial<Parameters<typeof readRecordsSetting>>) =>
  readRecordsSetting(given, environment ?? {}, file ?? saying(), '/home/ann/.recollect')

describe('readRecordsSetting', () => {
  it('takes the word of the program before that of the environment', () => {
    const environment = { RECOLLECT_RECORDS: '/srv/records' }
    const file = saying('./mine')
    expect(read('folder', environment, file)).toBe('folder')
    expect(read('kept', environment, file)).toBeUndefined()
    expect(read(undefined, environment, file)).toBe('/srv/records')
    expect(read({ folder: '/mine' }, environment, file)).toBe('/mine')
    expect(read(undefined, {}, saying('folder'))).toBe('folder')
    expect(read()).toBeUndefined()
    expect(read(undefined, { RECOLLECT_RECORDS: '' })).toBeUndefined()
  })

  it('gives one folder, wherever a program is started', () => {
    expect(read(undefined, {}, saying('./mine'))).toBe('/home/ann/.recollect/mine')
    expect(read(undefined, {}, saying({ folder: 'mine' }))).toBe('/home/ann/.recollect/mine')
    expect(read(undefined, {}, saying('~/mine'))).toBe(join(homedir(), 'mine'))
    expect(read(undefined, { RECOLLECT_RECORDS: '~/mine' })).toBe(join(homedir(), 'mine'))
    for (const path of ['./mine', 'my/records', '../records'])
      expect(() => read(undefined, { RECOLLECT_RECORDS: path })).toThrowError(
        expect.objectContaining({ code: 'invalid_input', hint: expect.stringContaining('config.json') }),
      )
    // A program knows where it is.
    expect(read({ folder: './mine' })).toBe(resolve('mine'))
  })

  it('says which setting is wrong, and what there is', () => {
    const settings = [
      [() => read('fodler' as never), 'the option records'],
      [() => read(undefined, { RECOLLECT_RECORDS: 'fodler' }), 'RECOLLECT_RECORDS'],
      [() => read(undefined, {}, saying('fodler')), 'records in config.json'],
    ] as const
    for (const [reading, named] of settings)
      expect(reading).toThrowError(
        expect.objectContaining({
          message: `${named} is not a place for records`,
          hint: expect.stringContaining('database, folder'),
        }),
      )
  })

  it.each(['folders', 'Database', 'a\0/b', 12, null, {}, { folder: '' }])('refuses %j', (setting) => {
    for (const reading of [
      () => read(setting as never, { RECOLLECT_RECORDS: '/srv' }),
      () => read(undefined, {}, saying(setting)),
    ])
      expect(reading).toThrowError(expect.objectContaining({ code: 'invalid_input' }))
  })
})
