import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { useRecollectHere } from './recollect-here.js'

const { run, home } = useRecollectHere()

describePostgres('numbers of the last list, of a memory that is no file', () => {
  it('can be used on a machine that has no folder of it yet', async () => {
    const fresh = join(home, 'person', '.recollect')
    const there = ['--store', await newDatabase(), '--home', fresh]
    await run(['capture', 'Mia moved to Lisbon in March', ...there])
    const found = await run(['search', 'Lisbon', ...there])
    expect([found.code, found.notes]).toEqual([0, expect.stringContaining('recollect show 1')])
    expect((await run(['show', '1', ...there])).out).toContain('Mia moved to Lisbon in March')
    expect(statSync(fresh).mode & 0o777).toBe(0o700)
    expect(existsSync(join(fresh, 'recollect.db'))).toBe(false)
  })
})
