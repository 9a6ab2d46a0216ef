import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readLastList, writeLastList } from './last-list.js'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'recollect-list-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('the last list', () => {
  it('is kept for each user, the newest alone', async () => {
    await writeLastList(home, { user: 'ann', at: 1, ids: ['a'] })
    await writeLastList(home, { user: '__proto__', at: 2, ids: ['p'] })
    await writeLastList(home, { user: 'ann', at: 3, ids: ['b', 'c'] })
    expect(readLastList(home, 'ann')).toEqual({ user: 'ann', at: 3, ids: ['b', 'c'] })
    expect(readLastList(home, '__proto__')?.ids).toEqual(['p'])
    expect(readLastList(home, 'Ann')).toBeUndefined()
  })

  it('is a private file, and leaves no other behind', async () => {
    await writeLastList(home, { user: 'ann', at: 1, ids: ['a'] })
    expect(readdirSync(home)).toEqual(['last-list.json'])
    expect(statSync(join(home, 'last-list.json')).mode & 0o777).toBe(0o600)
  })

  it('takes the place of a link instead of following it', async () => {
    const other = join(home, 'other.txt')
    writeFileSync(other, 'not ours')
    symlinkSync(other, join(home, 'last-list.json'))
    await writeLastList(home, { user: 'ann', at: 1, ids: ['a'] })
    expect(statSync(other).size).toBe('not ours'.length)
    expect(readLastList(home, 'ann')?.ids).toEqual(['a'])
  })

  it('does not grow without end', async () => {
    for (let n = 0; n < 120; n++) await writeLastList(home, { user: `user ${n}`, at: n, ids: ['a'] })
    expect(readLastList(home, 'user 119')).toBeDefined()
    expect(readLastList(home, 'user 19')).toBeUndefined()
    await writeLastList(home, { user: 'many', at: 1, ids: Array.from({ length: 5000 }, () => 'a') })
    expect(readLastList(home, 'many')?.ids).toHaveLength(1000)
  })

  it('is not there when the file holds anything else', () => {
    const content = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((lists) => `{"lists":[${lists}]}`),
    )
    fc.assert(
      fc.property(content, (text) => {
        writeFileSync(join(home, 'last-list.json'), text)
        expect(readLastList(home, 'ann')).toBeUndefined()
      }),
    )
  })
})
